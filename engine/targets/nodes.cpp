// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/nodes.h"


#include <condition_variable>
#include <mutex>
#include <thread>

namespace keyrace {

namespace {

/// Shared with the threads that look: one that hangs is not waited for once somebody asks for the end.
struct Looks {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::vector<NodeInfo> nodes;  ///< guarded by mutex, as the next
    std::size_t left = 0;
};

void look(const std::shared_ptr<Looks>& looks, std::size_t place, const LookAtNode& lookAt, NodeInfo info)
{
    try {
        lookAt(info);
    } catch (const Error& error) {
        info.problem = error.whole();
    } catch (const std::exception& error) {
        info.problem = Message::verbatim(error.what());
    }
    const std::lock_guard lock(looks->mutex);
    looks->nodes[place] = std::move(info);
    --looks->left;
    looks->changed.notify_all();
}

} // namespace

std::vector<NodeInfo> lookAtNodes(const ServerUrl& url, const std::function<LookAtNode(std::size_t node)>& lookAt, std::stop_token stop)
{
    const auto looks = std::make_shared<Looks>();
    looks->nodes.resize(url.hosts.size());
    looks->left = url.hosts.size();
    for (std::size_t i = 0; i < url.hosts.size(); ++i)
        std::thread(look, looks, i, lookAt(i), NodeInfo{url.hosts[i].text(), {}, {}, {}}).detach();
    std::unique_lock lock(looks->mutex);
    if (!looks->changed.wait(lock, std::move(stop), [&] { return looks->left == 0; }))
        throw Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "Stopped on request.")));
    return looks->nodes;
}

std::vector<std::size_t> readyNodes(const std::vector<NodeInfo>& nodes)
{
    std::vector<std::size_t> ready;
    std::vector<Message> problems;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].problem.isEmpty())
            ready.push_back(i);
        else
            problems.push_back(nodes[i].problem);
    }
    if (ready.empty())
        throw Error(ErrorKind::Unreachable, Message::joined({Message(QT_TRANSLATE_NOOP("Engine", "No node of the cluster can be used.")), Message::joined(problems, " ")}, " "));
    return ready;
}

std::vector<std::string> hostsOf(const std::vector<NodeInfo>& nodes, const std::vector<std::size_t>& used)
{
    std::vector<std::string> hosts;
    for (const std::size_t node : used)
        hosts.push_back(nodes[node].host);
    return hosts;
}

Error nodeLost(const std::string& host, const std::string& words)
{
    return {ErrorKind::Target,
            Message(QT_TRANSLATE_NOOP("Engine", "Node %1 was lost in the middle of the trial. Further trials go on over the nodes that answer; look whether it still runs, and into its log."),
                    {host}),
            words};
}

} // namespace keyrace
