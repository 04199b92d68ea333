package io.sluice.control.rollout;

import io.sluice.control.run.Runs;
import io.sluice.fleet.Departures;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.RolloutTarget;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptKey;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.PolicyRolloutWorkflow.AbsentMembers;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import io.sluice.workflow.RolloutInput;
import io.temporal.client.WorkflowServiceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Keeps what each run was sent, as Temporal would; can be unreachable. */
public final class FakeRuns implements Runs {
  private final Map<RolloutTarget, Run> open = new HashMap<>();
  private BooleanSupplier unreachable;
  private int chains;
  private int starts;
  private Optional<RolloutInput> lastStarted = Optional.empty();

  private static final class Run {
    final String chain;
    final List<String> signals = new ArrayList<>();
    final Map<String, Report> last = new HashMap<>();
    final List<Departures> departures = new ArrayList<>();
    final List<UndoneRepairs> undone = new ArrayList<>();
    UndoneRepairs known = UndoneRepairs.NONE;
    List<String> absent = List.of();
    Optional<Ledger> ledger = Optional.empty();
    Optional<AttemptKey> addressed = Optional.empty();
    int asked;
    int reports;

    Run(String chain) {
      this.chain = chain;
    }
  }

  public FakeRuns() {
    this(() -> false);
  }

  public FakeRuns(BooleanSupplier unreachable) {
    this.unreachable = unreachable;
  }

  /** Lets nobody reach it, or everybody again. */
  public synchronized void away(boolean away) {
    unreachable = () -> away;
  }

  private void reach(RolloutTarget policy) {
    reach(policy.path());
  }

  private void reach(String workflowId) {
    if (unreachable.getAsBoolean()) {
      throw new WorkflowServiceException(
          io.temporal.api.common.v1.WorkflowExecution.newBuilder()
              .setWorkflowId(workflowId)
              .build(),
          PolicyName.class.getSimpleName(),
          new IllegalStateException("unreachable"));
    }
  }

  @Override
  public synchronized boolean start(RolloutInput input) {
    RolloutTarget policy = input.spec().policy();
    reach(policy);
    if (open.containsKey(policy)) {
      return false;
    }
    begin(policy);
    lastStarted = Optional.of(input);
    return true;
  }

  /** Opens a run; one that is open is replaced, as if it was terminated and started again. */
  public synchronized String begin(RolloutTarget policy) {
    starts++;
    Run run = new Run("chain-" + ++chains);
    open.put(policy, run);
    return run.chain;
  }

  public synchronized void end(RolloutTarget policy) {
    open.remove(policy);
  }

  @Override
  public synchronized Optional<String> openChain(RolloutTarget policy) {
    reach(policy);
    return Optional.ofNullable(open.get(policy)).map(run -> run.chain);
  }

  @Override
  public synchronized Set<String> listOpen() {
    reach("");
    return open.keySet().stream().map(RolloutTarget::path).collect(Collectors.toSet());
  }

  @Override
  public synchronized boolean signal(RolloutTarget policy, String signal) {
    reach(policy);
    Run run = open.get(policy);
    return run != null && run.signals.add(signal);
  }

  @Override
  public synchronized boolean fleetChanged(
      RolloutTarget policy, AttemptKey attempt, Departures departures, UndoneRepairs undone) {
    reach(policy);
    Run run = open.get(policy);
    if (run == null) {
      return false;
    }
    run.departures.add(departures);
    run.undone.add(undone);
    run.known = undone;
    run.addressed = Optional.of(attempt);
    return true;
  }

  /** The members that the run of a policy does not find in its snapshot. */
  public synchronized void absent(RolloutTarget policy, String... clusters) {
    open.get(policy).absent = List.of(clusters);
  }

  /** What the run was told of clusters that have left, the last at the end. */
  public synchronized List<Departures> departures(RolloutTarget policy) {
    return List.copyOf(open.get(policy).departures);
  }

  /** The undone repairs that the run of a policy was told of by somebody else. */
  public synchronized void knows(RolloutTarget policy, UndoneRepairs undone) {
    open.get(policy).known = undone;
  }

  /** The undone repairs that the run was told of, the last at the end. */
  public synchronized List<UndoneRepairs> undone(RolloutTarget policy) {
    return List.copyOf(open.get(policy).undone);
  }

  @Override
  public synchronized Optional<AbsentMembers> absent(RolloutTarget policy) {
    reach(policy);
    return Optional.ofNullable(open.get(policy))
        .map(
            run -> {
              run.asked++;
              return new AbsentMembers(attempt(policy), run.absent, run.known);
            });
  }

  private static AttemptRef attempt(RolloutTarget policy) {
    return new AttemptRef(policy, "", 1, new PolicyVersion("", 1, ""), "", false);
  }

  /** What the run of a policy holds of its clusters. */
  public synchronized void ledger(RolloutTarget policy, Ledger ledger) {
    open.get(policy).ledger = Optional.of(ledger);
  }

  @Override
  public synchronized Optional<Ledger> ledger(RolloutTarget policy) {
    reach(policy);
    return Optional.ofNullable(open.get(policy)).flatMap(run -> run.ledger);
  }

  /** How often the run was asked for the members that it does not find. */
  public synchronized int asked(RolloutTarget policy) {
    return open.get(policy).asked;
  }

  @Override
  public synchronized boolean report(
      RolloutTarget policy, AttemptKey attempt, List<Report> reports) {
    reach(policy);
    Run run = open.get(policy);
    if (run == null) {
      return false;
    }
    reports.forEach(report -> run.last.put(report.cluster(), report));
    run.reports += reports.size();
    run.addressed = Optional.of(attempt);
    return true;
  }

  /** Returns the attempt that the last verdicts or departures were for. */
  public synchronized Optional<AttemptKey> addressed(RolloutTarget policy) {
    return open.get(policy).addressed;
  }

  /** Returns the signals of the open run. */
  public synchronized List<String> signals(RolloutTarget policy) {
    return open.containsKey(policy) ? List.copyOf(open.get(policy).signals) : List.of();
  }

  /** Returns the verdict that the open run holds of a cluster. */
  synchronized Optional<Verdict> verdict(RolloutTarget policy, String cluster) {
    return last(policy, cluster).map(Report::verdict);
  }

  /** Returns what the open run was reported last of a cluster. */
  public synchronized Optional<Report> last(RolloutTarget policy, String cluster) {
    return Optional.ofNullable(open.get(policy)).map(run -> run.last.get(cluster));
  }

  /** Returns how many verdicts the open run was sent. */
  public synchronized int reports(RolloutTarget policy) {
    return open.containsKey(policy) ? open.get(policy).reports : 0;
  }

  public synchronized Optional<RolloutInput> lastStarted() {
    return lastStarted;
  }

  /** Returns how many runs were started. */
  public synchronized int starts() {
    return starts;
  }
}
