// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/document.h"
#include "engine/findings/figures.h"

#include <algorithm>
#include <array>

namespace keyrace {

namespace {

// RFC 4180: lines end with CR LF, a field with a comma, quote or line break stands in quotes.
class CsvLine {
public:
    CsvLine& add(const std::string& field)
    {
        if (!m_isFirst)
            m_text += ',';
        m_isFirst = false;
        if (field.find_first_of(",\"\r\n") == std::string::npos) {
            m_text += field;
            return *this;
        }
        m_text += '"';
        for (const char c : field)
            m_text.append(c == '"' ? 2 : 1, c);
        m_text += '"';
        return *this;
    }
    CsvLine& add(double value) { return add(plain(value)); }
    CsvLine& add(const std::optional<double>& value) { return add(value ? plain(*value) : std::string()); }
    CsvLine& add(std::int64_t value) { return add(std::to_string(value)); }
    CsvLine& add(const std::optional<Interval>& interval)
    {
        add(interval ? std::optional(interval->low) : std::nullopt);
        return add(interval ? std::optional(interval->high) : std::nullopt);
    }
    [[nodiscard]] std::string end() const { return m_text + "\r\n"; }

private:
    std::string m_text;
    bool m_isFirst = true;
};

// A cell's levels; a read is none of them.
void addLevelNames(CsvLine& line)
{
    for (const Factor factor : allFactors()) {
        if (factor != Factor::Query)
            line.add(std::string(name(factor)));
    }
}

void addLevels(CsvLine& line, const Cell& cell)
{
    for (const Factor factor : allFactors()) {
        if (factor != Factor::Query)
            line.add(utf8(levelName(cell, factor)));
    }
}

std::vector<const CellResult*> chosen(const ResultSet& results, const CellFilter& filter)
{
    std::vector<const CellResult*> cells;
    for (const CellResult& cell : results.cells()) {
        if (matches(cell.cell, filter))
            cells.push_back(&cell);
    }
    return cells;
}

// What stands in columns of its own already.
bool isHeadline(const Metric& metric)
{
    return metric.name == "rows_per_s";
}

} // namespace

std::string cellsCsv(const ResultSet& results, const CellFilter& filter)
{
    std::vector<Metric> metrics = metricsOf(results);
    std::erase_if(metrics, isHeadline);
    CsvLine header;
    addLevelNames(header);
    for (const char* column : {"state", "reason", "rows_per_s", "median", "low", "high", "cv", "n"})
        header.add(std::string(column));
    for (const Metric& metric : metrics)
        header.add(metric.name);
    std::string text = header.end();
    for (const CellResult* cell : chosen(results, filter)) {
        const Summary rate = cell->rowsPerS();
        CsvLine line;
        addLevels(line, cell->cell);
        line.add(std::string(name(cell->state))).add(utf8(cell->reason.english()));
        line.add(rate.trimmedMean).add(rate.median).add(rate.ci95).add(rate.cv).add(std::int64_t{cell->finishedTrials()});
        for (const Metric& metric : metrics)
            line.add(measured(*cell, metric).value);
        text += line.end();
    }
    return text;
}

std::string samplesCsv(const ResultSet& results, const CellFilter& filter)
{
    CsvLine header;
    addLevelNames(header);
    for (const char* column : {"trial", "t", "rows_in_table", "rows_per_s"})
        header.add(std::string(column));
    std::string text = header.end();
    for (const CellResult* cell : chosen(results, filter)) {
        CsvLine levels;
        addLevels(levels, cell->cell);
        for (const auto& trial : cell->trials) {
            for (const Sample& sample : trial->samples) {
                CsvLine line = levels;
                text += line.add(std::int64_t{trial->n}).add(sample.t).add(sample.rows).add(sample.rowsPerS).end();
            }
        }
    }
    return text;
}

std::string curveCsv(const ResultSet& results, const CellFilter& filter)
{
    CsvLine header;
    addLevelNames(header);
    for (const char* column : {"rows_in_table", "rows_per_s", "low", "high", "n"})
        header.add(std::string(column));
    std::string text = header.end();
    for (const CellResult* cell : chosen(results, filter)) {
        CsvLine levels;
        addLevels(levels, cell->cell);
        for (const CurvePoint& point : curveOf(*cell)) {
            CsvLine line = levels;
            text += line.add(point.rows).add(point.rowsPerS).add(point.ci95).add(std::int64_t{point.n}).end();
        }
    }
    return text;
}

std::string matrixCsv(const Matrix& matrix)
{
    CsvLine header;
    header.add(std::string(name(matrix.y))).add(std::string(name(matrix.x))).add(matrix.metric.name);
    for (const char* column : {"low", "high", "n", "state", "reason"})
        header.add(std::string(column));
    std::string text = header.end();
    for (std::size_t y = 0; y < matrix.yLevels.size(); ++y) {
        for (std::size_t x = 0; x < matrix.xLevels.size(); ++x) {
            const Matrix::Square& square = matrix.at(x, y);
            if (square.cells.empty())
                continue;
            const Message& why = square.reason.isEmpty() ? square.measured.absent : square.reason;
            CsvLine line;
            line.add(utf8(matrix.yLevels[y])).add(utf8(matrix.xLevels[x])).add(square.measured.value).add(square.measured.ci95);
            line.add(std::int64_t{square.measured.n}).add(std::string(name(square.state))).add(utf8(why.english()));
            text += line.end();
        }
    }
    return text;
}

Json curveJson(const ResultSet& results, const CellFilter& filter)
{
    Json document{{"keyrace", 1}, {"view", "curve"}, {"cells", Json::array()}};
    for (const CellResult* cell : chosen(results, filter)) {
        Json levels = Json::object();
        for (const Factor factor : allFactors()) {
            if (factor != Factor::Query)
                levels[std::string(name(factor))] = utf8(levelName(cell->cell, factor));
        }
        Json points = Json::array();
        for (const CurvePoint& point : curveOf(*cell)) {
            Json json{{"rows", exact(point.rows)}, {"rows_per_s", exact(point.rowsPerS)}};
            if (point.ci95)
                json["ci95"] = exact(*point.ci95);
            json["n"] = point.n;
            points.push_back(std::move(json));
        }
        document["cells"].push_back({{"cell", cell->cell.index}, {"levels", std::move(levels)}, {"state", name(cell->state)}, {"points", std::move(points)}});
    }
    return document;
}

Json matrixJson(const Matrix& matrix)
{
    Json document{{"keyrace", 1}, {"view", "heatmap"}, {"metric", matrix.metric.name}, {"unit", matrix.metric.unit.english()},
                  {"x", name(matrix.x)}, {"y", name(matrix.y)}, {"squares", Json::array()}};
    for (std::size_t y = 0; y < matrix.yLevels.size(); ++y) {
        for (std::size_t x = 0; x < matrix.xLevels.size(); ++x) {
            const Matrix::Square& square = matrix.at(x, y);
            Json json{{"x", utf8(matrix.xLevels[x])}, {"y", utf8(matrix.yLevels[y])}};
            if (square.measured.value)
                json["value"] = exact(*square.measured.value);
            if (square.measured.ci95)
                json["ci95"] = exact(*square.measured.ci95);
            json["n"] = square.measured.n;
            json["state"] = name(square.state);
            json["noisy"] = square.noisy;
            json["cells"] = square.cells;
            const Message& why = square.reason.isEmpty() ? square.measured.absent : square.reason;
            if (!why.isEmpty())
                json["reason"] = utf8(why.english());
            document["squares"].push_back(std::move(json));
        }
    }
    return document;
}

} // namespace keyrace
