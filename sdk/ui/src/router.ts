/**
 * The chosen subset of react-router, which shell and remotes share. A remote's page puts its own `BrowserRouter` around
 * itself; all of them follow the one address of the page.
 */
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Routes,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
} from 'react-router';

export { useSearchParams } from './search-params';
