// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/html/report_style.h"

#include <fmt/format.h>

namespace profiler {
namespace {

constexpr std::string_view rules = R"css(
*{box-sizing:border-box}
body{font:14px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;color:var(--text);
background:var(--window);margin:0;-webkit-text-size-adjust:100%}
main{max-width:940px;margin:0 auto;padding:24px 16px 40px}
header{padding:0 4px}h1{font-size:24px;line-height:1.25;margin:0 0 2px;overflow-wrap:anywhere}
header p{margin:0 0 4px;overflow-wrap:anywhere}
section{background:var(--panel);border:1px solid var(--border);border-radius:10px;padding:16px 20px;margin:12px 0}
.summary{border-left:4px solid var(--accent)}
h2{font-size:16px;margin:0 0 10px}h3{font-size:14px;margin:22px 0 6px;overflow-wrap:anywhere}
h2+h3{margin-top:0}p{margin:6px 0;overflow-wrap:anywhere}
.muted{color:var(--muted)}.missing{color:var(--muted);font-style:italic}
.verdict{font-size:19px;line-height:1.4;margin:0 0 8px}
.word{display:inline-block;font-weight:600;padding:1px 11px;border-radius:13px;border:1px solid currentColor;margin-bottom:8px}
.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}.neutral{color:var(--muted)}
pre{background:var(--raised);border:1px solid var(--border);border-radius:6px;padding:10px 12px;margin:8px 0;
font:12px/1.5 "JetBrains Mono",ui-monospace,"DejaVu Sans Mono",monospace;font-variant-ligatures:none;white-space:pre-wrap;overflow-wrap:anywhere}
code,td.c{font-family:"JetBrains Mono",ui-monospace,"DejaVu Sans Mono",monospace;font-variant-ligatures:none;font-size:12px}
.above{color:var(--muted);font-size:12px;margin:12px 0 -2px}
.scroll{overflow-x:auto;margin:8px 0;-webkit-overflow-scrolling:touch}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:6px 8px;border-bottom:1px solid var(--grid);vertical-align:top}
td{overflow-wrap:anywhere;min-width:56px;max-width:320px}th{max-width:150px}
th{color:var(--muted);font-weight:600;font-size:12px;border-bottom-color:var(--border);vertical-align:bottom}
td.n,th.n{text-align:right}td.n{white-space:nowrap}
tr.strong td{font-weight:600}tr.total td{font-weight:600;border-top:2px solid var(--border);border-bottom:0}
.caption{color:var(--muted);font-size:12px;margin:2px 0 8px}
figure{margin:8px 0 16px}figcaption{font-weight:600;font-size:13px;margin-bottom:4px;overflow-wrap:anywhere}
svg{display:block;width:100%;height:auto;font-family:Inter,system-ui,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
svg.sign{display:inline-block;width:15px;height:15px;vertical-align:-2.5px;margin-right:6px}
.narrow{display:none}details summary{cursor:pointer;color:var(--muted);font-size:12px}
.note{white-space:pre-wrap}ul{margin:6px 0;padding:0;list-style:none}
li{margin:4px 0;padding-left:21px;text-indent:-21px;overflow-wrap:anywhere}li>*{text-indent:0}
footer{color:var(--muted);font-size:12px;padding:4px;overflow-wrap:anywhere}footer p{margin:2px 0}
@media (max-width:640px){main{padding:12px 8px 24px}section{padding:12px;margin:8px 0}.wide{display:none}.narrow{display:block}
.verdict{font-size:17px}h1{font-size:20px}table{width:max-content;min-width:100%}td{max-width:240px}}
@media print{body{background:#fff;font-size:12px;-webkit-print-color-adjust:exact;print-color-adjust:exact}
main{max-width:none;padding:0}section{border:0;border-radius:0;padding:6px 0;margin:0}.summary{border-left:4px solid var(--accent);padding-left:12px}
.wide{display:block}.narrow,details{display:none}.scroll{overflow:visible}table{width:100%;font-size:10px}th{font-size:9px}th,td{padding:3px 4px}
td,th{max-width:none}td.n{white-space:normal}code,td.c,pre{font-size:9px}
figure,li,tr,.summary{break-inside:avoid}h2,h3,figcaption,.above{break-after:avoid}thead{display:table-header-group}
@page{size:A4;margin:14mm}}
)css";

} // namespace

std::string reportStyle(ReportTheme theme)
{
    const auto& palette = paletteOf(theme);
    return fmt::format("\n:root{{color-scheme:{};--window:{};--panel:{};--raised:{};--border:{};"
                       "--grid:{};--text:{};--muted:{};--accent:{};--good:{};--bad:{};--warn:{}}}",
               theme == ReportTheme::Dark ? "dark" : "light", palette.window, palette.panel,
               palette.raised, palette.border, palette.grid, palette.text, palette.muted,
               palette.accent, palette.good, palette.bad, palette.warn)
        + std::string(rules);
}

} // namespace profiler
