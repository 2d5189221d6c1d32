// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/plandraft.h"

namespace keyrace {

/// What a key level costs and gives away, as rich text for its card.
[[nodiscard]] QString keyFacts(const PlanDraft& draft, const KeyType& type, const KeyLevel& level, Storage storage);

/// How often a row holds its key, with `indexes` secondary indexes: the table or its tree, the key's own index, and where
/// secondary indexes point to rows by their key, once in each of them.
[[nodiscard]] int keyCopies(const KeyType& type, Storage storage, const std::string& layout, IndexMethod method, int indexes);

} // namespace keyrace
