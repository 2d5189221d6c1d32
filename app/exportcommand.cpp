// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/terminal.h"
#include "engine/findings/document.h"
#include "engine/record/runfile.h"
#include "ui/charts/chart.h"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace keyrace {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::string file;
    std::string view;
    std::string to;
    std::string size = "1200x750";
    std::string theme = "light";
    std::string metric;
    std::string x;
    std::string y;
    std::vector<std::string> where;
    std::string reference;
    std::string published;
};

std::string viewNames()
{
    std::string names;
    for (const ChartKind& kind : chartKinds())
        names += std::string(kind.name) + ", ";
    return names + "table, all";
}

QSize sizeOf(const std::string& text)
{
    int width = 0;
    int height = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, width);
    const bool hasCross = first.ec == std::errc() && first.ptr != end && *first.ptr == 'x';
    const auto second = hasCross ? std::from_chars(first.ptr + 1, end, height) : first;
    if (!hasCross || second.ec != std::errc() || second.ptr != end)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "--size %1: a width and a height in pixels are accepted, such as 1200x750."), {text}));
    return {width, height};
}

Factor factorOf(const std::string& option, const std::string& text)
{
    if (const auto factor = factorFromName(text))
        return *factor;
    std::string names;
    for (const Factor each : allFactors())
        names += (names.empty() ? "" : ", ") + std::string(name(each));
    throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 %2: there is no such factor; accepted are %3."), {option, text, names}));
}

ChartOptions optionsOf(const Arguments& arguments)
{
    ChartOptions options;
    if (!arguments.metric.empty())
        options.metric = metricFromName(arguments.metric).name;
    if (!arguments.x.empty())
        options.x = factorOf("--x", arguments.x);
    if (!arguments.y.empty())
        options.y = factorOf("--y", arguments.y);
    if (!arguments.reference.empty())
        options.reference = arguments.reference;
    for (const std::string& each : arguments.where) {
        const auto equals = each.find('=');
        if (equals == std::string::npos)
            throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "--where %1: FACTOR=LEVEL is accepted."), {each}));
        options.where[factorOf("--where", each.substr(0, equals))] = each.substr(equals + 1);
    }
    return options;
}

void checkFilter(const ResultSet& results, const ChartOptions& options)
{
    const bool any = std::any_of(results.cells().begin(), results.cells().end(), [&](const CellResult& cell) { return matches(cell.cell, options.where); });
    if (!any)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "The run holds no cell for what --where asks.")));
}

void write(const fs::path& file, const std::string& text)
{
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream << text;
    stream.close();
    if (!stream)
        throw Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "Cannot write %1: is the folder there, writable, and not full?"), {file.string()}));
}

Matrix matrixFor(const ResultSet& results, const ChartOptions& options)
{
    const Metric metric = options.metric ? metricFromName(*options.metric) : metricsOf(results).at(0);
    return matrixOf(results, metric, options.x.value_or(Factor::Indexes), options.y.value_or(Factor::Key), options.where);
}

// Figures of a view, or nothing for an ending that is a picture.
std::optional<std::string> figures(const ResultSet& results, const std::string& view, const std::string& ending, const ChartOptions& options)
{
    const bool isCsv = ending == ".csv";
    if (!isCsv && ending != ".json")
        return std::nullopt;
    if (view == "curve")
        return isCsv ? curveCsv(results, options.where) : curveJson(results, options.where).dump(2) + "\n";
    if (view == "heatmap") {
        const Matrix matrix = matrixFor(results, options);
        return isCsv ? matrixCsv(matrix) : matrixJson(matrix).dump(2) + "\n";
    }
    return isCsv ? cellsCsv(results, options.where) : runDocument(results, false).dump(2) + "\n";
}

void exportAll(const std::shared_ptr<const ResultSet>& results, const ChartOptions& options, const Theme& theme, const QSize& size, const fs::path& folder)
{
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "Cannot make the folder %1."), {folder.string()}), failed.message());
    for (const ChartKind& kind : chartKinds()) {
        for (const char* ending : {".png", ".svg"})
            exportChart(kind, results, options, theme, size, QString::fromStdString((folder / (std::string(kind.name) + ending)).string()));
        write(folder / (std::string(kind.name) + ".csv"), *figures(*results, std::string(kind.name), ".csv", options));
    }
    write(folder / "table.csv", cellsCsv(*results, options.where));
    write(folder / "samples.csv", samplesCsv(*results, options.where));
    write(folder / "run.json", runDocument(*results, true).dump(2) + "\n");
}

void carryOut(const Arguments& arguments)
{
    const ChartKind* kind = findChartKind(arguments.view);
    if (kind == nullptr && arguments.view != "table" && arguments.view != "all")
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "There is no view %1; there are %2."), {arguments.view, viewNames()}));
    if (!arguments.published.empty())
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "--published %1: there are no published figures of that name."), {arguments.published}));
    const ChartOptions options = optionsOf(arguments);
    const QSize size = sizeOf(arguments.size);
    const Theme theme(arguments.theme == "dark" ? Theme::Mode::Dark : Theme::Mode::Light);
    const std::shared_ptr<const ResultSet> results = readRunFile(arguments.file);
    checkFilter(*results, options);
    if (arguments.view == "all") {
        exportAll(results, options, theme, size, arguments.to);
        return;
    }
    const std::string ending = fs::path(arguments.to).extension().string();
    if (const auto text = figures(*results, arguments.view, ending, options))
        write(arguments.to, *text);
    else if (kind != nullptr)
        exportChart(*kind, results, options, theme, size, QString::fromStdString(arguments.to));
    else
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "--to %1: the view table is written as .csv or .json."), {arguments.to}));
}

} // namespace

void addExportCommand(CLI::App& program, int&)
{
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand("export", utf8(CommandLine::tr("Write a view of a recorded run as a picture or as figures")));
    command->footer(utf8(CommandLine::tr("Examples:\n"
                                         "  keyrace export first.keyrace --view curve --where indexes=many --to curve.svg\n"
                                         "  keyrace export first.keyrace --view heatmap --metric leaf_fill --to fill.png --theme dark\n"
                                         "  keyrace export first.keyrace --view all --to first-charts")));
    command->add_option("FILE", arguments->file, utf8(CommandLine::tr("A run file")))->required();
    command->add_option("--view", arguments->view, utf8(CommandLine::tr("One of %1").arg(QString::fromStdString(viewNames()))))->required();
    command->add_option("--to", arguments->to, utf8(CommandLine::tr("The file to write: .png, .svg, .pdf, .csv or .json; a folder for all. What is there is replaced")))->required();
    command->add_option("--size", arguments->size, utf8(CommandLine::tr("Width and height of a picture in pixels")))->capture_default_str();
    command->add_option("--theme", arguments->theme, utf8(CommandLine::tr("Colours of a picture")))->check(CLI::IsMember({"light", "dark"}))->capture_default_str();
    command->add_option("--metric", arguments->metric, utf8(CommandLine::tr("What is shown: rows_per_s, latency_us.p99, queries.NAME.mean_ms, or a counter")));
    command->add_option("--x", arguments->x, utf8(CommandLine::tr("The factor along a heatmap's columns")));
    command->add_option("--y", arguments->y, utf8(CommandLine::tr("The factor along a heatmap's rows")));
    command->add_option("--where", arguments->where, utf8(CommandLine::tr("Only the cells with this level: FACTOR=LEVEL")))->take_all();
    command->add_option("--reference", arguments->reference, utf8(CommandLine::tr("A key: values are shown relative to it")));
    command->add_option("--published", arguments->published, utf8(CommandLine::tr("Published figures to draw beside it")));
    command->callback([arguments] { carryOut(*arguments); });
}

} // namespace keyrace
