/** Prints failed and skipped specs as they end, how long slow ones took, and the totals as the last line. */
class TotalsReporter implements jasmine.CustomReporter {
  /** Asks nothing of the order in which workers report. */
  readonly reporterCapabilities = { parallel: true };
  private readonly totals = { passed: 0, failed: 0, pending: 0, excluded: 0 };

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
    const { passed, failed, pending, excluded } = this.totals;
    console.log(`${passed} passed, ${failed} failed, ${pending + excluded} skipped`);
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
