// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace profiler {

/// Light theme of the desktop program; A4 pages when printed.
inline constexpr std::string_view reportStyle = R"css(
:root{color-scheme:light}
body{font:14px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;color:#18202b;
background:#f3f5f8;margin:0}
main{max-width:860px;margin:0 auto;padding:24px 16px 48px}
section{background:#fff;border:1px solid #dde3ea;border-radius:10px;padding:16px 20px;margin:12px 0}
h1{font-size:22px;margin:0 0 4px}h2{font-size:16px;margin:0 0 10px}h3{font-size:14px;margin:14px 0 6px}
.muted{color:#566274}.missing{color:#566274;font-style:italic}
.verdict{font-size:19px;line-height:1.4;margin:0}
.word{display:inline-block;font-weight:600;padding:2px 10px;border-radius:12px;border:1px solid currentColor;margin-bottom:8px}
.good{color:#067c49}.bad{color:#b61a34}.warn{color:#875000}.neutral{color:#566274}
pre{background:#f7f9fb;border:1px solid #dde3ea;border-radius:6px;padding:10px 12px;overflow-x:auto;
font:12px/1.45 "JetBrains Mono",ui-monospace,"DejaVu Sans Mono",monospace;font-variant-ligatures:none;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:5px 8px;border-bottom:1px solid #e9edf2;vertical-align:top;overflow-wrap:anywhere}
th{color:#566274;font-weight:600;font-size:12px}td.n,th.n{text-align:right;white-space:nowrap}
svg{display:block;width:100%;height:auto;font:12px Inter,system-ui,"DejaVu Sans",sans-serif}svg text{fill:#18202b}
.note{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}
ul{margin:0;padding-left:20px}details summary{cursor:pointer}
@media print{body{background:#fff}main{max-width:none;padding:0}section{border:0;padding:8px 0;break-inside:avoid}
section.long{break-inside:auto}details>*{display:block}@page{size:A4;margin:14mm}}
)css";

} // namespace profiler
