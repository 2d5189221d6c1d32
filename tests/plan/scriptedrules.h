// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

/// A target that only knows its defaults, and cannot do one layout.
class ScriptedRules : public keyrace::TargetRules {
public:
    keyrace::Storage storage = keyrace::Storage::Binary;
    std::string layout = "rowid";
    std::string impossibleLayout;

    [[nodiscard]] keyrace::Storage defaultStorage(keyrace::KeyShape) const override { return storage; }
    [[nodiscard]] std::string defaultLayout() const override { return layout; }
    [[nodiscard]] std::optional<keyrace::Message> unavailable(const keyrace::Cell& cell) const override
    {
        if (cell.layout.type != impossibleLayout)
            return {};
        return keyrace::Message("no %1 here", {cell.layout.type});
    }

    [[nodiscard]] keyrace::RulesFinder finder() const
    {
        return [this](const std::string&) -> const keyrace::TargetRules& { return *this; };
    }
};
