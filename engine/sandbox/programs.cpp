// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sandbox/programs.h"

#include "engine/error.h"

#include <algorithm>
#include <cstdlib>

namespace keyrace {

namespace fs = std::filesystem;

namespace {

// "/usr/lib/postgresql/*/bin" as the folders that there are, by falling version.
std::vector<fs::path> expanded(const fs::path& pattern)
{
    const std::string text = pattern.string();
    const std::size_t star = text.find('*');
    if (star == std::string::npos)
        return {pattern};
    std::vector<fs::path> versions;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(text.substr(0, star), ignored))
        versions.push_back(entry.path());
    const auto version = [](const fs::path& path) { return std::atof(path.filename().c_str()); };
    std::sort(versions.begin(), versions.end(), [&](const fs::path& a, const fs::path& b) { return version(a) > version(b); });
    for (fs::path& path : versions)
        path += text.substr(star + 1);
    return versions;
}

} // namespace

std::vector<fs::path> programFolders(const std::string& bin, const std::vector<std::string>& patterns)
{
    std::vector<fs::path> folders;
    const fs::path root = bin.empty() ? fs::path("/") : fs::absolute(bin);
    if (!bin.empty())
        folders = {root, root / "bin", root / "sbin"};
    for (const std::string& pattern : patterns) {
        for (fs::path& folder : expanded(root / pattern))
            folders.push_back(std::move(folder));
    }
    return folders;
}

fs::path findProgram(const std::vector<fs::path>& folders, const std::string& program, const std::string& package)
{
    std::string looked;
    for (const fs::path& folder : folders) {
        std::error_code ignored;
        if (fs::is_regular_file(folder / program, ignored))
            return fs::canonical(folder) / program; // a launcher looks from where it really stands
        looked += (looked.empty() ? "" : ", ") + folder.string();
    }
    throw Error(ErrorKind::Unreachable,
                Message(QT_TRANSLATE_NOOP("Engine", "No private server can be started: the program %1 is in none of %2. Install the package %3, or name its folder as bin."),
                        {program, looked, package}));
}

} // namespace keyrace
