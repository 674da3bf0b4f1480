import { setTimeout as passed } from 'node:timers/promises';

import type { CDPSession, Page } from '@playwright/test';

/** What a page did for a while. */
export interface Work {
  seconds: number;
  /** Frames that the page got a second. */
  framesPerSecond: number;
  /** Milliseconds between two frames that one in a hundred exceeds. */
  frameP99Ms: number;
  /** Processor time of the page's main thread, in milliseconds a second. */
  mainMsPerSecond: number;
  /** Tasks of more than 50 ms, and the longest one. */
  longTasks: number;
  longestTaskMs: number;
}

/** Counts frames, long tasks and the processor time of a page's main thread. */
export class PageMeter {
  private constructor(private readonly page: Page, private readonly cdp: CDPSession) {}

  static async of(page: Page): Promise<PageMeter> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new PageMeter(page, cdp);
  }

  /** Watches while `doing` runs, or for some milliseconds. */
  async watch(doing: number | (() => Promise<void>)): Promise<Work> {
    await this.page.evaluate(startCounting);
    const [cpu, at] = [await this.mainMs(), performance.now()];
    await (typeof doing === 'number' ? passed(doing) : doing());
    const [seconds, mainMs] = [(performance.now() - at) / 1000, (await this.mainMs()) - cpu];
    const { gaps, tasks } = await this.page.evaluate(stopCounting);
    const sorted = [...gaps].sort((a, b) => a - b);
    const total = sorted.reduce((sum, gap) => sum + gap, 0);
    return {
      seconds,
      framesPerSecond: total > 0 ? (1000 * sorted.length) / total : 0,
      frameP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      mainMsPerSecond: mainMs / seconds,
      longTasks: tasks.length,
      longestTaskMs: Math.max(0, ...tasks),
    };
  }

  /** Processor time of the main thread since the page began, in milliseconds: other load of the machine is not in it. */
  async mainMs(): Promise<number> {
    return 1000 * (await this.metric('TaskDuration'));
  }

  /** What scripts hold after garbage was collected, in bytes. */
  async heapBytes(): Promise<number> {
    await this.cdp.send('HeapProfiler.collectGarbage');
    return this.metric('JSHeapUsedSize');
  }

  private async metric(wanted: string): Promise<number> {
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === wanted)?.value ?? 0;
  }
}

interface Counting {
  gaps: number[];
  tasks: number[];
  stop: () => void;
}
type Counted = typeof globalThis & { counting?: Counting };

function startCounting(): void {
  const counting: Counting = { gaps: [], tasks: [], stop: () => undefined };
  let [on, last] = [true, 0];
  const frame = (now: number) => {
    if (last > 0) counting.gaps.push(now - last);
    last = now;
    if (on) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const observer = new PerformanceObserver((list) => counting.tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  counting.stop = () => {
    on = false;
    observer.disconnect();
  };
  (globalThis as Counted).counting = counting;
}

function stopCounting(): { gaps: number[]; tasks: number[] } {
  const { counting } = globalThis as Counted;
  counting?.stop();
  return { gaps: counting?.gaps ?? [], tasks: counting?.tasks ?? [] };
}
