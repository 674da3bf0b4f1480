export { Denied, Empty, Failure, Loading, Stale, StaleSince, StateView } from './states';
