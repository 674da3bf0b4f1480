/** Tells the seconds that are left, now and every second, down to 0. */
export function countDown(seconds: number, tell: (leftS: number) => void): void {
  let leftS = Math.ceil(seconds);
  tell(leftS);
  const timer = setInterval(() => {
    leftS -= 1;
    tell(leftS);
    if (leftS <= 0) {
      clearInterval(timer);
    }
  }, 1000);
}
