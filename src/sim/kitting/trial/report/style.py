"""Style of a report, light and dark, for screen and paper."""

STYLE = """
:root { color-scheme: light dark; --page: #fff; --text: #1c2127; --weak: #5c6670; --rule: #d5dade;
  --panel: #f5f7f8; --good: #23703a; --bad: #b3261e; --fault: #b3261e; --order: #1f5a96;
  --recovery: #23703a; --plan: #6b5a9c; --wait: #c98a1b; --lift: 0%; }
@media (prefers-color-scheme: dark) { :root { --page: #14181c; --text: #e4e8eb; --weak: #9aa5af;
  --rule: #343c44; --panel: #1c2228; --good: #6fca88; --bad: #ff8a80; --fault: #ff8a80;
  --order: #7db8f0; --recovery: #6fca88; --plan: #b7a6ea; --wait: #e0ab4c; --lift: 35%; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 24px 20px 60px; background: var(--page);
  color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 24px; margin: 0; } h2 { font-size: 17px; margin: 34px 0 8px; }
.result { font-size: 19px; margin: 4px 0; }
.weak { color: var(--weak); font-size: 13px; margin: 2px 0; }
.good { color: var(--good); } .bad { color: var(--bad); }
.wide { overflow-x: auto; }
.long svg { min-width: 860px; } .wide table { min-width: 680px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: 5px 12px 5px 0;
  border-bottom: 1px solid var(--rule); }
th { color: var(--weak); font-weight: 600; } td.number, th.number { text-align: right; }
td.number { font-variant-numeric: tabular-nums; } tr.total td { font-weight: 700; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 11px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--text); }
svg text.row { font-size: 12px; font-weight: 600; } svg text.tick { fill: var(--weak); }
svg text.inside { fill: #fff; pointer-events: none; }
.axis { stroke: var(--weak); } .grid { stroke: var(--rule); stroke-width: .7; }
.bar { stroke: var(--page); stroke-width: .6; } .failed { stroke: var(--bad); stroke-width: 2; }
.cross { stroke: var(--bad); stroke-width: 2.2; fill: none; }
.wait { fill: var(--wait); background: var(--wait); }
.mark { stroke: none; } .lasting { fill-opacity: .22; }
.order { fill: var(--order); } .fault { fill: var(--fault); } .recovery { fill: var(--recovery); }
.plan { fill: var(--plan); }
.moment { stroke: var(--fault); stroke-dasharray: 2 3; }
.series { fill: none; stroke-width: 2.2; }
.lifted { filter: brightness(calc(100% + var(--lift))); }
.legend { margin: 6px 0 0; font-size: 13px; color: var(--weak); }
.key { display: inline-block; margin-right: 16px; white-space: nowrap; }
.key i { display: inline-block; width: 12px; height: 10px; margin-right: 6px; border-radius: 2px; }
.key i.dots { height: 0; border-top: 2px dotted var(--fault); vertical-align: middle; }
.key b { color: var(--bad); margin-right: 6px; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr)); gap: 16px; }
figure { margin: 0; padding: 12px 14px; background: var(--panel); border-radius: 6px; }
figcaption { font-weight: 600; font-size: 14px; margin-bottom: 4px; }
@media print { body { max-width: none; padding: 0; } h2, figure, tr { break-inside: avoid; } }
"""
