import { useMediaQuery, Drawer as TemporaryDrawer } from '@outrider/sdk/mui';
import { useText } from '@outrider/sdk';
import { useEffect, useState } from 'react';
import { useLocation } from '@outrider/sdk/router';

import { Drawer } from '../drawer/drawer';
import { useCollapsed } from '../drawer/collapsed';
import { TourPlace } from '../help/tour-place';
import { CommandPalette } from '../palette/command-palette';
import { usePaletteKey } from '../palette/use-palette-key';
import { TopBar } from '../topbar/top-bar';
import { Content } from './content';
import { useArrival } from './use-arrival';

import './frame.css';

/** Below this width, in pixels, the layout is narrow; 991 itself is wide. */
const wideFrom = 991;

/** Drawer, top bar and the place of the page between them. */
export function Frame() {
  const t = useText('shell');
  const isNarrow = useMediaQuery(`(max-width: ${wideFrom - 1}px)`);
  const [collapsed, setCollapsed] = useCollapsed();
  const [menuOpen, setMenuOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const { pathname } = useLocation();
  const { main, announcement } = useArrival();
  usePaletteKey(() => setPaletteOpen(true));
  useEffect(() => setMenuOpen(false), [pathname]);

  return (
    <div className={collapsed && !isNarrow ? 'app mini' : 'app'}>
      <a className="skip" href="#main" onClick={() => main.current?.focus()}>
        {t('frame.skip')}
      </a>
      {isNarrow ? (
        <TemporaryDrawer open={menuOpen} onClose={() => setMenuOpen(false)} slotProps={{ paper: { sx: { width: 'min(280px, 85vw)', border: 0 } } }}>
          <Drawer collapsed={false} onCollapse={undefined} />
        </TemporaryDrawer>
      ) : (
        <Drawer collapsed={collapsed} onCollapse={() => setCollapsed(!collapsed)} />
      )}
      <TopBar isNarrow={isNarrow} onMenu={() => setMenuOpen(true)} onSearch={() => setPaletteOpen(true)} />
      <main id="main" className="main" ref={main} tabIndex={-1}>
        <Content />
      </main>
      <p className="unseen" role="status">
        {announcement}
      </p>
      <TourPlace />
      {paletteOpen ? <CommandPalette onClose={() => setPaletteOpen(false)} /> : null}
    </div>
  );
}
