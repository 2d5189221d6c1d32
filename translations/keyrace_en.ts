<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Charts</name>
    <message numerus="yes">
        <source>noise above 5 %: %1 and %n more</source>
        <translation>
            <numerusform>noise above 5 %: %1 and %n more</numerusform>
            <numerusform>noise above 5 %: %1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cells</source>
        <translation>
            <numerusform>%n cell</numerusform>
            <numerusform>%n cells</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message numerus="yes">
        <source>Dropped %n table(s).</source>
        <translation>
            <numerusform>Dropped %n table.</numerusform>
            <numerusform>Dropped %n tables.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them may belong to a run that goes on; say --doubtful to drop these too.</source>
        <translation>
            <numerusform>%n of them may belong to a run that goes on; say --doubtful to drop it too.</numerusform>
            <numerusform>%n of them may belong to a run that goes on; say --doubtful to drop these too.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drop %n table(s)? [y/N] </source>
        <translation>
            <numerusform>Drop %n table? [y/N] </numerusform>
            <numerusform>Drop %n tables? [y/N] </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s), </source>
        <translation>
            <numerusform>%n cell, </numerusform>
            <numerusform>%n cells, </numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProtocolForm</name>
    <message numerus="yes">
        <source>%Ln levels</source>
        <translation>
            <numerusform>%Ln level</numerusform>
            <numerusform>%Ln levels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%n index(es)</source>
        <translation>
            <numerusform>%n index</numerusform>
            <numerusform>%n indexes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s)</source>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>keyrace::CostLine</name>
    <message numerus="yes">
        <source>about %Ln s</source>
        <translation>
            <numerusform>about %Ln s</numerusform>
            <numerusform>about %Ln s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln min</source>
        <translation>
            <numerusform>about %Ln min</numerusform>
            <numerusform>about %Ln min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln h</source>
        <translation>
            <numerusform>about %Ln h</numerusform>
            <numerusform>about %Ln h</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln days</source>
        <translation>
            <numerusform>about %Ln day</numerusform>
            <numerusform>about %Ln days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cells</source>
        <translation>
            <numerusform>%Ln cell</numerusform>
            <numerusform>%Ln cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln trials</source>
        <translation>
            <numerusform>%Ln trial</numerusform>
            <numerusform>%Ln trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cells: %1</source>
        <translation>
            <numerusform>%Ln cell: %1</numerusform>
            <numerusform>%Ln cells: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cells are not available.</source>
        <translation>
            <numerusform>%Ln cell is not available.</numerusform>
            <numerusform>%Ln cells are not available.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %Ln more reasons.</source>
        <translation>
            <numerusform>And %Ln more reason.</numerusform>
            <numerusform>And %Ln more reasons.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>keyrace::DatabaseCard</name>
    <message numerus="yes">
        <source>Connecting, %Ln seconds</source>
        <translation>
            <numerusform>Connecting, %Ln second</numerusform>
            <numerusform>Connecting, %Ln seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>keyrace::FindingsBar</name>
    <message numerus="yes">
        <source>All %n finding(s)</source>
        <translation>
            <numerusform>All %n finding</numerusform>
            <numerusform>All %n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expectation(s) met</source>
        <translation>
            <numerusform>%n expectation met</numerusform>
            <numerusform>%n expectations met</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not met</source>
        <translation>
            <numerusform>%n not met</numerusform>
            <numerusform>%n not met</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open</source>
        <translation>
            <numerusform>%n open</numerusform>
            <numerusform>%n open</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>keyrace::Notice</name>
    <message numerus="yes">
        <source>%n cell(s) failed:</source>
        <translation>
            <numerusform>%n cell failed:</numerusform>
            <numerusform>%n cells failed:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) not available:</source>
        <translation>
            <numerusform>%n cell not available:</numerusform>
            <numerusform>%n cells not available:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>keyrace::StatusStrip</name>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n core</numerusform>
            <numerusform>%n cores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n cell(s) above 5 %</source>
        <translation>
            <numerusform>%1, %n cell above 5 %</numerusform>
            <numerusform>%1, %n cells above 5 %</numerusform>
        </translation>
    </message>
</context>
</TS>
