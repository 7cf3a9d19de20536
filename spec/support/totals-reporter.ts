/**
 * Prints failed and skipped specs as they end, how long slow ones took, and the totals as the last line. The line comes
 * when the process exits: jasmine reports no end if one of its processes is killed.
 */
class TotalsReporter implements jasmine.CustomReporter {
  /** It does not depend on the order in which the parallel processes report. */
  readonly reporterCapabilities = { parallel: true };
  private readonly totals = { passed: 0, failed: 0, pending: 0, excluded: 0 };

  constructor() {
    process.once('exit', (code) => {
      const { passed, failed, pending, excluded } = this.totals;
      // A run that fails outside its specs counts as a failure, too.
      const failures = code === 0 ? failed : Math.max(failed, 1);
      console.log(`${passed} passed, ${failures} failed, ${pending + excluded} skipped`);
    });
  }

  specDone(spec: jasmine.SpecResult): void {
    this.totals[spec.status as keyof typeof this.totals] += 1;
    const seconds = (spec.duration ?? 0) / 1000;
    if (spec.status === 'failed') {
      this.printFailure(spec);
    } else if (spec.status === 'pending') {
      console.log(`skipped: ${spec.fullName} (${spec.pendingReason})`);
    } else if (seconds > 2) {
      console.log(`${seconds.toFixed(1).padStart(6)} s  ${spec.fullName}`);
    }
  }

  suiteDone(suite: jasmine.SuiteResult): void {
    this.printOutsideSpecs(suite);
  }

  jasmineDone(run: jasmine.JasmineDoneInfo): void {
    this.printOutsideSpecs(run);
  }

  private printFailure({
    fullName,
    failedExpectations,
  }: jasmine.SpecResult | jasmine.SuiteResult): void {
    console.log(`FAILED: ${fullName}`);
    for (const { message, stack } of failedExpectations) {
      console.log(`${message}\n${stack}\n`.replace(/^/gm, '    '));
    }
  }

  /** A failure of `beforeAll` or `afterAll` belongs to no spec, and counts as one. */
  private printOutsideSpecs(place: jasmine.SuiteResult | jasmine.JasmineDoneInfo): void {
    if (place.failedExpectations.length > 0) {
      this.totals.failed += 1;
      this.printFailure({ fullName: '(outside specs)', ...place } as jasmine.SuiteResult);
    }
  }
}

export = TotalsReporter;
