// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sandbox/sandbox.h"

#include "engine/error.h"
#include "engine/sandbox/privateserver.h"

namespace keyrace {

namespace {

/// A target whose server is our own. What it can do is known without it.
class SandboxConnector final : public Connector {
public:
    SandboxConnector(SandboxChoice choice, ConnectorContext context)
        : m_choice(std::move(choice))
        , m_context(std::move(context))
        , m_target(makeConnector(serverKind(m_choice.engine).url(1), m_context))
    {
    }

    Storage defaultStorage(KeyShape shape) const override { return m_target->defaultStorage(shape); }
    std::string defaultLayout() const override { return m_target->defaultLayout(); }

    std::optional<Message> unavailable(const Cell& cell) const override
    {
        if (m_choice.standby && !serverKind(m_choice.engine).hasStandbys())
            return Message(QT_TRANSLATE_NOOP("Engine", "Private servers of %1 are started without a standby; PostgreSQL's can have one."), {m_choice.engine});
        return m_target->unavailable(cell);
    }

    TargetInfo describe() override
    {
        TargetInfo info = target().describe();
        info.settings["private_server"] = m_server->program().string();
        info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "A private server, started for this from %1, its files in %2; both are gone afterwards."),
                                     {m_server->program().string(), m_server->folder().parent_path().string()}));
        if (m_server->standby() != nullptr) {
            info.settings["standby"] = m_server->standby()->program().string();
            info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "A standby of its own follows the private server, on the same machine.")));
        }
        return info;
    }

    Durability durability(const std::map<std::string, std::string>& settings) override { return target().durability(settings); }
    void enterLevel(const std::map<std::string, std::string>& settings, const std::stop_token& stop) override { target().enterLevel(settings, stop); }
    void giveBack() override
    {
        if (m_server)
            m_target->giveBack();
    }
    std::unique_ptr<TestTable> createTable(const TableSpec& spec) override { return target().createTable(spec); }

    // One that was not started holds nothing, and one that has ended has left nothing.
    std::vector<LeftTable> leftovers() override { return m_server ? m_target->leftovers() : std::vector<LeftTable>(); }
    void dropLeftover(const std::string& name) override { target().dropLeftover(name); }

    std::optional<std::int64_t> freeBytes() override
    {
        (void)target();
        std::error_code code;
        const std::filesystem::space_info space = std::filesystem::space(m_server->folder(), code);
        return code ? std::nullopt : std::optional(static_cast<std::int64_t>(space.available));
    }

private:
    Connector& target()
    {
        if (m_server)
            return *m_target;
        const auto& folder = m_context.privateFolder;
        m_server = std::make_unique<PrivateServer>(m_choice, folder.empty() ? std::filesystem::temp_directory_path() : folder, m_context.stop);
        ConnectorContext context = m_context;
        context.password = [password = m_server->password()](const std::string&) { return std::optional(password); };
        context.ownsServer = true;
        if (m_server->standby() != nullptr)
            context.standby = m_server->standby()->url();
        context.restart = [this](const std::map<std::string, std::string>& settings, const std::stop_token& stop) { m_server->restart(settings, stop); };
        m_target = makeConnector(m_server->url(), context);
        return *m_target;
    }

    SandboxChoice m_choice;
    ConnectorContext m_context;
    std::unique_ptr<PrivateServer> m_server; ///< once it was started; outlives what is connected to it
    std::unique_ptr<Connector> m_target;
};

} // namespace

std::unique_ptr<Connector> makeTarget(const std::string& url, const ConnectorContext& context)
{
    if (const auto choice = sandboxOf(url))
        return std::make_unique<SandboxConnector>(*choice, context);
    return makeConnector(url, context);
}

} // namespace keyrace
