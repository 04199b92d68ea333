package io.sluice.control.beside;

import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverrideInput;
import io.sluice.beside.OverrideIntent;
import io.sluice.beside.OverridePage;
import io.sluice.beside.OverrideRelease;
import io.sluice.beside.OverrideState;
import io.sluice.beside.OverrideStep;
import io.sluice.hub.beside.OverrideObjects;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.beside.UnstagedFindings;
import io.sluice.hub.beside.UnstagedNote;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.Enforcement;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.lifecycle.StagingWay;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Decides from one read of its objects what should become of the override of one policy, and which
 * step comes next.
 */
record OverridePlan(
    PolicyObjects objects,
    PolicyContext context,
    OverrideNames names,
    OverrideInput input,
    OverrideState state,
    OverrideIntent intent,
    UnstagedFindings unstaged) {

  /**
   * Plans from what was read.
   *
   * @param due whether an attempt is due
   * @param settling whether clusters were listed a moment ago
   * @param soaked finds the clusters whose soak is over
   * @param unstaged what became of the clusters that are noted
   */
  static OverridePlan of(
      PolicyContext context,
      Map<String, CachedReplica> replicas,
      boolean due,
      Predicate<OverridePlan> settling,
      Function<PolicyContext, Set<String>> soaked,
      UnstagedFindings unstaged) {
    PolicyObjects objects = context.objects();
    OverrideNames names = new OverrideNames(objects);
    List<OverridePage> pages = PageObjects.parse(objects.policy(), names.pages());
    OverrideInput input = input(context, due, pages);
    OverrideIntent intent = intent(context, input);
    boolean noted = !input.runOpen() && settled(context, unstaged);
    OverrideState state = state(context, names, pages, replicas, input, intent, soaked, noted);
    OverridePlan plan = new OverridePlan(objects, context, names, input, state, intent, unstaged);
    return settling.test(plan)
        ? new OverridePlan(objects, context, names, input, state.inSettling(), intent, unstaged)
        : plan;
  }

  /** Whether it is known of any noted cluster whether it has enforced the edit. */
  private static boolean settled(PolicyContext context, UnstagedFindings unstaged) {
    return context
        .rollout()
        .flatMap(UnstagedNote::of)
        .filter(note -> !unstaged.known(note).isEmpty())
        .isPresent();
  }

  /** A refused policy gets nothing new. */
  private static OverrideIntent intent(PolicyContext context, OverrideInput input) {
    OverrideIntent intent = OverrideIntent.of(input);
    boolean refused = context.acceptance().flatMap(settings -> settings.refusal()).isPresent();
    return intent == OverrideIntent.STAND && refused ? OverrideIntent.LEAVE : intent;
  }

  private static OverrideInput input(PolicyContext context, boolean due, List<OverridePage> pages) {
    Optional<RolloutStatusParser> status = context.rolloutStatus();
    String uid = context.root().map(RootPolicy::uid).orElse("");
    Optional<Outcome> outcome = status.flatMap(found -> found.record(uid).end());
    return new OverrideInput(
        status.isPresent()
            && context.objects().way() == StagingWay.OVERRIDE
            && context.strategy().staged()
            && context.root().filter(OverridePlan::mayBeStaged).isPresent(),
        context.root().filter(RootPolicy::deleting).isPresent(),
        context.root().map(RootPolicy::generation).orElse(0L),
        status.filter(RolloutStatusParser::runOpen).isPresent(),
        due,
        outcome,
        status.filter(found -> found.last(uid).leftBehind() > 0).isPresent(),
        context.release(),
        OverridePage.entries(pages));
  }

  private static boolean mayBeStaged(RootPolicy root) {
    Map<String, Object> spec = root.snapshot().spec();
    return !root.disabled()
        && Enforcement.byRoot(spec).isEmpty()
        && Enforcement.byTemplate(spec).isEmpty();
  }

  private static OverrideState state(
      PolicyContext context,
      OverrideNames names,
      List<OverridePage> pages,
      Map<String, CachedReplica> replicas,
      OverrideInput input,
      OverrideIntent intent,
      Function<PolicyContext, Set<String>> soaked,
      boolean noted) {
    PolicyObjects objects = context.objects();
    PolicyName policy = objects.policy();
    Set<String> withdrawn = new TreeSet<>(left(context, input, replicas.keySet()));
    if (intent == OverrideIntent.STAND) {
      withdrawn.addAll(released(context, input, soaked));
    }
    return new OverrideState(
        objects.rollout().filter(OverrideObjects::held).isPresent(),
        OverrideObjects.part(Kinds.PLACEMENT, names.placement(), policy),
        OverrideObjects.part(Kinds.PLACEMENT_BINDING, names.binding(), policy),
        !PageObjects.strays(names).isEmpty(),
        pages,
        withdrawn,
        noted,
        false,
        enforcing(context, pages, replicas));
  }

  /** Listed clusters that no placement selects, once their replica is gone (14.3.2). */
  private static List<String> left(
      PolicyContext context, OverrideInput input, Set<String> withReplica) {
    if (!context.coherent() || context.root().isEmpty()) {
      return List.of();
    }
    Set<String> selected = Set.copyOf(context.targets(context.root().get().snapshot()).replicas());
    return input.listed().stream()
        .map(OverrideEntry::cluster)
        .filter(cluster -> !selected.contains(cluster) && !withReplica.contains(cluster))
        .toList();
  }

  /** While the rollout is halted nothing is released (14.3.6). */
  private static List<String> released(
      PolicyContext context, OverrideInput input, Function<PolicyContext, Set<String>> soaked) {
    boolean releases =
        input.release() == OverrideRelease.PER_CLUSTER
            && input.runOpen()
            && input.outcome().filter(outcome -> outcome == Outcome.FAILED).isEmpty();
    if (!releases) {
      return List.of();
    }
    Set<String> finished = soaked.apply(context);
    return input.listed().stream().map(OverrideEntry::cluster).filter(finished::contains).toList();
  }

  /**
   * The clusters that enforce what neither the policy, nor a page, nor another binding asks for.
   */
  private static Set<String> enforcing(
      PolicyContext context, List<OverridePage> pages, Map<String, CachedReplica> replicas) {
    if (context.root().filter(root -> !informs(root)).isPresent()) {
      return Set.of();
    }
    Set<String> explained = new HashSet<>(context.foreign());
    OverridePage.entries(pages).forEach(entry -> explained.add(entry.cluster()));
    Set<String> enforcing = new TreeSet<>();
    replicas.forEach(
        (cluster, replica) -> {
          if (!replica.replica().informs() && !explained.contains(cluster)) {
            enforcing.add(cluster);
          }
        });
    return enforcing;
  }

  private static boolean informs(RootPolicy root) {
    Map<String, Object> spec = root.snapshot().spec();
    return Enforcement.byRoot(spec).isEmpty() && Enforcement.byTemplate(spec).isEmpty();
  }

  /** Returns the clusters that the next write takes off their pages, though not for an edit. */
  List<String> takenOff() {
    return switch (step()) {
      case EMPTY_PAGES -> input.listed().stream().map(OverrideEntry::cluster).sorted().toList();
      case WITHDRAW_CLUSTERS -> state.withdrawn().stream().sorted().toList();
      default -> List.of();
    };
  }

  /** Returns what is to be done next. */
  OverrideStep step() {
    return OverrideStep.next(intent, state);
  }

  /** Returns whether clusters stay enforced after the end (14.3.6). */
  boolean keeps() {
    return input.release() == OverrideRelease.NEVER
        && intent == OverrideIntent.LEAVE
        && state.lists();
  }

  /** Returns whether an attempt has ended, and nothing is left of its override (14.4). */
  boolean released() {
    return input.wanted()
        && input.outcome().isPresent()
        && intent == OverrideIntent.REMOVE
        && step() == OverrideStep.NOTHING;
  }
}
