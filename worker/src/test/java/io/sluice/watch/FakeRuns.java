package io.sluice.watch;

import io.sluice.policy.PolicyName;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Report;
import io.sluice.runs.Runs;
import io.sluice.workflow.RolloutInput;
import io.temporal.client.WorkflowServiceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Keeps what each run was sent, as Temporal would; can be unreachable. */
final class FakeRuns implements Runs {
  @Override
  public java.util.Optional<io.sluice.workflow.PolicyRolloutWorkflow.Ledger> ledger(
      io.sluice.policy.PolicyName policy) {
    return java.util.Optional.empty();
  }

  private final Map<PolicyName, Run> open = new HashMap<>();
  private final BooleanSupplier unreachable;
  private int chains;
  private int starts;
  private Optional<RolloutInput> lastStarted = Optional.empty();

  private static final class Run {
    final String chain;
    final List<String> signals = new ArrayList<>();
    final Map<String, Report> last = new HashMap<>();
    int reports;

    Run(String chain) {
      this.chain = chain;
    }
  }

  FakeRuns() {
    this(() -> false);
  }

  FakeRuns(BooleanSupplier unreachable) {
    this.unreachable = unreachable;
  }

  private void reach(PolicyName policy) {
    if (unreachable.getAsBoolean()) {
      throw new WorkflowServiceException(
          io.temporal.api.common.v1.WorkflowExecution.newBuilder()
              .setWorkflowId(policy.workflowId())
              .build(),
          PolicyName.class.getSimpleName(),
          new IllegalStateException("unreachable"));
    }
  }

  @Override
  public synchronized boolean start(RolloutInput input) {
    PolicyName policy = input.spec().policy();
    reach(policy);
    if (open.containsKey(policy)) {
      return false;
    }
    begin(policy);
    lastStarted = Optional.of(input);
    return true;
  }

  /** Opens a run; one that is open is replaced, as if it was terminated and started again. */
  synchronized String begin(PolicyName policy) {
    starts++;
    Run run = new Run("chain-" + ++chains);
    open.put(policy, run);
    return run.chain;
  }

  synchronized void end(PolicyName policy) {
    open.remove(policy);
  }

  @Override
  public synchronized Optional<String> openChain(PolicyName policy) {
    reach(policy);
    return Optional.ofNullable(open.get(policy)).map(run -> run.chain);
  }

  @Override
  public synchronized Set<PolicyName> listOpen() {
    return new HashSet<>(open.keySet());
  }

  @Override
  public synchronized boolean signal(PolicyName policy, String signal) {
    reach(policy);
    Run run = open.get(policy);
    return run != null && run.signals.add(signal);
  }

  @Override
  public synchronized boolean report(PolicyName policy, List<Report> reports) {
    reach(policy);
    Run run = open.get(policy);
    if (run == null) {
      return false;
    }
    reports.forEach(report -> run.last.put(report.cluster(), report));
    run.reports += reports.size();
    return true;
  }

  /** Returns the signals of the open run. */
  synchronized List<String> signals(PolicyName policy) {
    return open.containsKey(policy) ? List.copyOf(open.get(policy).signals) : List.of();
  }

  /** Returns the verdict that the open run holds of a cluster. */
  synchronized Optional<Verdict> verdict(PolicyName policy, String cluster) {
    return last(policy, cluster).map(Report::verdict);
  }

  synchronized Optional<Report> last(PolicyName policy, String cluster) {
    return Optional.ofNullable(open.get(policy)).map(run -> run.last.get(cluster));
  }

  /** Returns how many verdicts the open run was sent. */
  synchronized int reports(PolicyName policy) {
    return open.containsKey(policy) ? open.get(policy).reports : 0;
  }

  synchronized Optional<RolloutInput> lastStarted() {
    return lastStarted;
  }

  synchronized int starts() {
    return starts;
  }
}
