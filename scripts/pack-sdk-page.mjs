/** The page /sdk/ of a host: what is there, and how to begin. Its style carries the nonce that the host puts in. */
export function indexPage(sdk, at) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Outrider SDK ${sdk.version}</title>
<style nonce="__CSP_NONCE__">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { padding: 1rem; border: 1px solid; border-radius: 8px; overflow-x: auto; }
a { color: LinkText; }
</style>
</head>
<body>
<main>
<h1>Outrider SDK ${sdk.version}</h1>
<p>What plugins for this portal are written with. <a href="/${at}/docs/write-a-plugin.md">Write a plugin</a> leads from an empty folder to one that runs.</p>
<pre tabindex="0">outrider plugin new -sdk <i>this address</i> tyres
cd tyres
make setup test install</pre>
<h2>Packages</h2>
<ul>
<li><a href="/${at}/${sdk.npm}"><code>@outrider/sdk</code></a>: the npm package, for <code>npm install</code> with its address</li>
<li><code>outrider.dev/sdk ${sdk.go}</code>: the Go module; <a href="/${at}/go/outrider.dev/sdk/@v/list"><code>/${at}/go</code></a> goes first in <code>GOPROXY</code></li>
<li><a href="/${at}/sdk.json"><code>sdk.json</code></a>: their versions, and those of the tools, for programs</li>
</ul>
<h2>Reading</h2>
<ul>
<li><a href="/${at}/docs/write-a-plugin.md">Write a plugin</a></li>
<li><a href="/${at}/docs/sdk.md">The SDK in Go</a></li>
<li><a href="/${at}/docs/sdk-ui.md">The SDK in the browser</a></li>
<li><a href="/${at}/docs/contracts.md">The contracts between host, plugins and browsers</a></li>
</ul>
</main>
</body>
</html>
`;
}
