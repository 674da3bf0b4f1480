/** By which rule a figure is made: `import { Explain } from '@outrider/sdk/explain'`. */
export { Explain, type ExplainProps } from './explain';
