export { Denied, Empty, Failure, Loading, Stale, StateView } from './states';
