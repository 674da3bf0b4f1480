export { contributionsQuery, useContributions, type Contributions } from './contributions';
