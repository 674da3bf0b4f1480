import { test } from 'node:test';

import { RuleTester } from 'eslint';

import { oneButton } from './eslint-one-button.mjs';

RuleTester.describe = (_, run) => run();
RuleTester.it = (name, run) => test(`one button: ${name}`, run);

const tester = new RuleTester({ languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } });

tester.run('one-button', oneButton, {
  valid: [
    '<Button variant="primary" className="only-wide">Save</Button>',
    '<a className={buttonClass()} href="/">Home</a>',
    '<button type="button" role="tab" className={isOn ? "on" : ""}>Files</button>',
    '<button type="button" className={`vrow st-${status}${isOn ? " on" : ""}`}>Truck</button>',
    '<button type="button" className={["perm-cell", isOn && "on"].filter(Boolean).join(" ")} />',
    '<tr><th><button type="button">Name</button></th></tr>',
    '<span className="chip">CH1</span>',
  ],
  invalid: [
    { code: '<button type="button" className="btn primary">Save</button>', errors: [{ messageId: 'look' }] },
    { code: '<button className={isOn ? "ib sm on" : "ib sm"} />', errors: [{ messageId: 'look' }] },
    { code: '<a className={`btn ${more}`} href="/">Home</a>', errors: [{ messageId: 'look' }] },
    { code: '<Menu className="btn" />', errors: [{ messageId: 'look' }] },
    { code: '<button className={isOn ? "chip on" : "chip"}>Online</button>', errors: [{ messageId: 'chip' }] },
    { code: '<span className="seg">{all.map((one) => <button className={one ? "on" : undefined}>{one}</button>)}</span>', errors: [{ messageId: 'segment' }] },
    { code: '<button type="button" className="grow">More</button>', errors: [{ messageId: 'raw' }] },
    { code: '<td><button type="button">More</button></td>', errors: [{ messageId: 'raw' }] },
  ],
});
