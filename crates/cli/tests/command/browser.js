// Drives a headless Chromium over its debugging pipe, without any package: node browser.js CHROMIUM FOLDER < actions
//
// Standard input is a JSON list of actions, which are done in order:
//   {"open": URL, "width": W, "height": H, "dark": true}   {"click": SELECTOR}   {"key": "j"}   {"type": "text"}
//   {"evaluate": EXPRESSION}   {"screenshot": PATH}
// Standard output is {"values": [...], "errors": [...], "requests": [...]}: the values of the expressions, what went wrong on
// the page, and what it tried to load besides the pages that were opened.

const { spawn } = require('node:child_process');
const fs = require('node:fs');

const [chromium, folder] = process.argv.slice(2);
const browser = spawn(chromium, [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', `--user-data-dir=${folder}`, '--remote-debugging-pipe',
  'about:blank',
], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
const [input, output] = [browser.stdio[3], browser.stdio[4]];

const waiting = new Map(), listeners = [];
let last = 0, buffer = Buffer.alloc(0);
output.on('data', (bytes) => {
  buffer = Buffer.concat([buffer, bytes]);
  for (let end = buffer.indexOf(0); end >= 0; end = buffer.indexOf(0)) {
    const message = JSON.parse(buffer.subarray(0, end).toString());
    buffer = buffer.subarray(end + 1);
    if (message.id) waiting.get(message.id)(message);
    else listeners.forEach((listen) => listen(message));
  }
});
const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
  last += 1;
  waiting.set(last, (reply) => (reply.error ? reject(new Error(`${method}: ${reply.error.message}`)) : resolve(reply.result)));
  input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
});

const values = [], errors = [], requests = [], opened = [];

const main = async () => {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const page = (method, params) => send(method, params, sessionId);
  listeners.push(({ method, params }) => {
    if (method === 'Runtime.exceptionThrown') errors.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
    if (method === 'Log.entryAdded' && params.entry.level === 'error') errors.push(params.entry.text);
    if (method === 'Network.requestWillBeSent' && !opened.includes(params.request.url)) requests.push(params.request.url);
  });
  await Promise.all(['Page.enable', 'Runtime.enable', 'Log.enable', 'Network.enable'].map((method) => page(method)));
  const evaluate = async (expression) => {
    const reply = await page('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (reply.exceptionDetails) throw new Error(`${expression}: ${reply.exceptionDetails.exception?.description}`);
    return reply.result.value;
  };
  const settled = () => evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))');
  const act = {
    open: async (url, { width = 1280, height = 860, dark = false }) => {
      await page('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 600 });
      await page('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
      opened.push(url.split('#')[0]);
      const loaded = new Promise((resolve) => { listeners.push(({ method }) => { if (method === 'Page.loadEventFired') resolve(); }); });
      await page('Page.navigate', { url: 'about:blank' }); // so that another #step is a new page
      await page('Page.navigate', { url });
      await loaded;
      await evaluate(`new Promise((done) => { const look = () => (document.readyState === 'complete' && location.href !== 'about:blank'
        ? done(true) : setTimeout(look, 10)); look(); })`);
    },
    click: async (selector) => {
      const place = await evaluate(`(() => { const found = document.querySelector(${JSON.stringify(selector)}); found.scrollIntoView({ block: 'center' });
        const box = found.getBoundingClientRect(); return [box.left + Math.min(box.width / 2, 20), box.top + box.height / 2]; })()`);
      for (const type of ['mousePressed', 'mouseReleased']) {
        await page('Input.dispatchMouseEvent', { type, x: place[0], y: place[1], button: 'left', clickCount: 1 });
      }
    },
    key: async (key) => {
      const text = key.length === 1 ? key : undefined;
      await page('Input.dispatchKeyEvent', { type: 'keyDown', key, text });
      await page('Input.dispatchKeyEvent', { type: 'keyUp', key });
    },
    type: (text) => page('Input.insertText', { text }),
    evaluate: async (expression) => { values.push(await evaluate(expression)); },
    screenshot: async (path) => fs.writeFileSync(path, Buffer.from((await page('Page.captureScreenshot')).data, 'base64')),
  };
  for (const action of JSON.parse(fs.readFileSync(0, 'utf8'))) {
    const kind = Object.keys(action).find((key) => act[key]);
    await act[kind](action[kind], action);
    await settled();
  }
  console.log(JSON.stringify({ values, errors, requests }));
};

const alarm = setTimeout(() => { console.error('the browser does not answer'); browser.kill(); process.exit(1); }, 90000);
main().catch((error) => { console.error(error.message); process.exitCode = 1; }).finally(() => { clearTimeout(alarm); browser.kill(); });
