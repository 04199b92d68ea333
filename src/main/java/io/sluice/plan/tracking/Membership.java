package io.sluice.plan.tracking;

import io.sluice.fleet.Departures;
import io.sluice.gate.KeptVersion;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent.SkippedCluster;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wording;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Decides which clusters are members, and in which group, while one step lasts (rollout-strategy
 * 3.7).
 *
 * <p>A started cluster stays in the group in which it was started; all others follow the snapshot.
 * One that no placement selects any more counts as before, until the controller reports that its
 * grace is over, and its replica is gone. Without a coherent snapshot everything stays as it was.
 *
 * <p>One that had the version and is out of reach is kept: it may have been cut off by it.
 */
public final class Membership {
  private final ClusterTracker tracker;
  private final Departures told;
  private final Set<String> outOfReach;
  private final boolean coherent;
  private final boolean unprecedented;
  private Set<String> leaving;
  private Departures departures;
  private final Set<String> ignored;
  private final Map<String, SkippedCluster> skipped;
  private final Set<String> inherited;
  private final MembersByGroup groups;
  private List<PendingCluster> waiting;
  private boolean owned;

  public Membership(AttemptState state, HubSnapshot hub, ClusterTracker tracker) {
    FleetView fleet = hub.fleet();
    this.tracker = tracker;
    this.ignored = Set.copyOf(fleet.ignored());
    this.skipped = hub.intent().skippedIn(state.spec().rolloutUid());
    this.inherited = Set.copyOf(state.requests().skipped());
    this.unprecedented = hub.kept().filter(KeptVersion::unprecedented).isPresent();
    this.told = state.departures().orElse(Departures.NONE);
    this.outOfReach = Set.copyOf(told.outOfReach());
    this.departures = told;
    this.leaving = Set.copyOf(fleet.leaving());
    this.waiting = state.waiting();
    this.coherent = fleet.incoherent().isEmpty();
    if (coherent) {
      follow(fleet);
    }
    this.groups = new MembersByGroup(tracker.groupIndex().groups(), tracker.entries(), waiting);
  }

  private void follow(FleetView fleet) {
    SnapshotDiff diff = new SnapshotDiff(fleet, tracker, waiting);
    Set<String> gone = new HashSet<>(told.gone());
    Set<String> withReplica = leaving;
    told.deselected().stream().filter(cluster -> !withReplica.contains(cluster)).forEach(gone::add);
    leaving = diff.dropUnselected(entry -> gone.contains(entry.cluster()) || lost(entry));
    waiting = diff.pending(leaving, cluster -> !gone.contains(cluster) && !away(cluster));
    departures = told.of(leaving::contains);
  }

  /** Marks the members that the snapshot lacks; after reports, for it is what stands. */
  public void markAbsent() {
    if (coherent) {
      tracker.markAbsent(leaving, this::away);
    }
  }

  private boolean away(String cluster) {
    return !outOfReach.isEmpty() && outOfReach.contains(cluster);
  }

  /** Out of reach before it had anything of this version, and without a deadline that runs. */
  private boolean lost(ClusterState entry) {
    return away(entry.cluster()) && entry.stage() == Stage.STARTED && entry.refused() == 0;
  }

  /** Returns what the controller reported of members that the snapshot lacks. */
  public Departures departures() {
    return departures;
  }

  /**
   * Returns whether a member may still turn out to have left: until then the attempt does not
   * succeed (rollout-strategy 3.7).
   */
  public boolean departing() {
    return !leaving().isEmpty();
  }

  /** The members that may still turn out to have left. */
  public List<String> leaving() {
    return leaving.stream().filter(cluster -> !away(cluster)).toList();
  }

  /**
   * True for a cluster that soaks while no placement selects it: neither its soak nor its deadline
   * ends before it is known whether it has left.
   */
  public boolean suspends(ClusterState entry) {
    return entry.stage() == Stage.SOAKING && leaving(entry.cluster()) && !away(entry.cluster());
  }

  /** True for a member that is out of reach and was started: it is kept. */
  public boolean kept(String cluster) {
    return away(cluster) && leaving.contains(cluster);
  }

  /** The groups that have members. */
  public MembersByGroup groups() {
    return groups;
  }

  /** The members that are not started, by name. */
  public List<PendingCluster> waiting() {
    return waiting;
  }

  /** Records the hub's answers to writes of what clusters run until their turn. */
  public void enter(List<Ack> acks) {
    for (Ack ack : acks) {
      if (ack.to() == Ack.RequestedWrite.PROVIDE) {
        change(ack.cluster(), entry -> answered(entry, ack));
      }
    }
  }

  /** Copies the list of the state, once, before it is changed. */
  private void own() {
    if (!owned) {
      waiting = new ArrayList<>(waiting);
      owned = true;
    }
  }

  /**
   * Records which replicas of members that are not started are gone, what the others show of this
   * version where they have it as inform, and which have it before their turn (gate 5). That is
   * shown, and never a success (6.3).
   */
  public void enter(List<Report> reports, AttemptSpec spec) {
    boolean informed = spec.informsPending();
    reports.stream()
        .filter(report -> report.gone() || informed || unprecedented)
        .sorted(Comparator.comparingLong(Report::at))
        .forEach(report -> change(report.cluster(), entry -> seen(entry, report, spec, informed)));
  }

  private PendingCluster seen(
      PendingCluster entry, Report report, AttemptSpec spec, boolean informed) {
    if (report.gone()) {
      return entry.withoutReplica();
    }
    PendingCluster next = informed ? entry.reported(shown(report, spec.version())) : entry;
    return unprecedented
        ? next.early(report.contentHash().equals(spec.version().contentHash()))
        : next;
  }

  /** Weak evidence may be about former content, and no soak covers that before the turn. */
  private static Verdict shown(Report report, PolicyVersion version) {
    return report.weak() || !report.contentHash().equals(version.contentHash())
        ? Verdict.SILENT
        : report.verdict();
  }

  private void change(String cluster, UnaryOperator<PendingCluster> change) {
    int found = SortedMembers.find(waiting, cluster);
    if (found < 0) {
      return;
    }
    PendingCluster former = waiting.get(found);
    PendingCluster next = change.apply(former);
    if (next != former) {
      own();
      waiting.set(found, next);
    }
  }

  private static PendingCluster answered(PendingCluster entry, Ack ack) {
    return ack.refusal().map(why -> entry.refused(ack.at(), why)).orElseGet(entry::asProvided);
  }

  /**
   * Starts some of the waiting clusters.
   *
   * @param turn by name
   */
  public void start(List<PendingCluster> turn) {
    if (turn.isEmpty()) {
      return;
    }
    tracker.start(turn);
    List<PendingCluster> rest = new ArrayList<>(waiting.size());
    int next = 0;
    for (PendingCluster entry : waiting) {
      if (next < turn.size() && entry == turn.get(next)) {
        next++;
      } else {
        rest.add(entry);
      }
    }
    waiting = rest;
  }

  public boolean isEmpty() {
    return groups.order().isEmpty();
  }

  /** True for a member that no placement selects any more. */
  public boolean leaving(String cluster) {
    return !leaving.isEmpty() && leaving.contains(cluster);
  }

  public boolean ignored(String cluster) {
    return !ignored.isEmpty() && ignored.contains(cluster) || skipped(cluster);
  }

  /** True for a cluster that a person has skipped in this attempt. */
  boolean skipped(String cluster) {
    // Mostly there are none, and each step asks several times for each cluster.
    return !skipped.isEmpty() && skipped.containsKey(cluster)
        || !inherited.isEmpty() && inherited.contains(cluster);
  }

  /** Formats who skipped the cluster; empty if it is not skipped. */
  public Optional<String> skippedBy(String cluster) {
    if (!skipped(cluster)) {
      return Optional.empty();
    }
    Optional<String> by = Optional.ofNullable(skipped.get(cluster)).flatMap(SkippedCluster::by);
    return Optional.of(
        by.map(name -> "Skipped by " + Wording.person(name))
            .orElse(
                skipped.containsKey(cluster)
                    ? "Skipped in spec.skippedClusters"
                    : "Skipped in the former attempt"));
  }
}
