// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/presets.h"

#include "engine/plan/jsonnode.h"
#include "engine/plan/presetfiles.h"

#include <algorithm>

namespace keyrace {

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> all = [] {
        std::vector<Preset> read;
        for (const PresetFile& file : presetFiles()) {
            Preset preset;
            preset.name = file.name;
            preset.plan = parseJson(file.text, preset.name);
            preset.title = preset.plan.value("name", preset.name);
            preset.text = preset.plan.value("text", std::string());
            read.push_back(std::move(preset));
        }
        return read;
    }();
    return all;
}

const Preset* findPreset(std::string_view name)
{
    const std::vector<Preset>& all = presets();
    const auto found = std::find_if(all.begin(), all.end(), [name](const Preset& preset) { return preset.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace keyrace
