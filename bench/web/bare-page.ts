import type { Page } from '@playwright/test';

import { PageMeter, type Work } from './page-meter';

/** The least that a page can do: what is measured beside it tells how many frames this machine draws at all. */
const html = `<style>body{margin:0}i{position:fixed;top:0;left:0;width:1px;height:400px;background:#000;will-change:transform}</style><i></i>
<script>const line=document.querySelector('i');addEventListener('pointermove',(e)=>{line.style.transform='translateX('+e.clientX+'px)'})</script>`;

/** Watches an empty page of the same browser, in which a line of one pixel follows the mouse. */
export async function bareWork(page: Page, moves: number): Promise<Work> {
  const bare = await page.context().newPage();
  try {
    await bare.setContent(html);
    const meter = await PageMeter.of(bare);
    return await meter.watch(async () => {
      for (let step = 0; step < moves; step += 1) await bare.mouse.move(100 + (step % 200) * 5, 200);
    });
  } finally {
    await bare.close();
    await page.bringToFront();
  }
}
