package io.sluice.simulation;

import io.sluice.placement.GroupStrategy;
import io.sluice.placement.NamedGroup;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.simulation.SimulationSetup.ClusterSetup;
import io.sluice.simulation.SimulationSetup.GroupSetup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Generates setup and events from a seed: equal seeds generate equal simulations. */
final class ScriptGenerator {
  private static final List<String> NAMES = List.of("", "dev", "stage", "prod");
  private static final int POOL = 18;
  private static final double WEIGHTS =
      Arrays.stream(EventKind.values()).mapToDouble(EventKind::weight).sum();

  private final Random random;

  ScriptGenerator(long seed) {
    // Neighbouring seeds of this generator begin alike.
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    random.nextInt();
  }

  int events() {
    return 25 + random.nextInt(70);
  }

  SimulationSetup setup() {
    boolean beside = oneIn(5);
    boolean template = !beside && oneIn(4);
    List<GroupSetup> groups = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      groups.add(new GroupSetup(!template && oneIn(4) ? "q" : "p", any(NAMES)));
    }
    List<ClusterSetup> clusters = new ArrayList<>();
    for (int i = 1 + random.nextInt(12); i > 0; i--) {
      clusters.add(new ClusterSetup(cluster(i), random.nextInt(groups.size())));
    }
    boolean floors = !oneIn(4);
    List<ModelSettings> settings = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      PendingMode mode =
          beside
              ? PendingMode.BESIDE
              : !template && oneIn(3) ? PendingMode.INFORM : PendingMode.KEEP_PREVIOUS;
      settings.add(new ModelSettings(strategy(), mode));
    }
    return new SimulationSetup(
        settings,
        !template && oneIn(10),
        groups,
        clusters,
        floors ? AttemptSpec.DEFAULT_SOAK_FLOOR : Duration.ZERO,
        floors || oneIn(2) ? AttemptSpec.DEFAULT_WEAK_SOAK_FLOOR : Duration.ZERO,
        random.nextInt(1000),
        !template
            && settings.stream().allMatch(known -> known.mode() == PendingMode.KEEP_PREVIOUS)
            && oneIn(2),
        template ? Optional.of(byLabel(groups)) : Optional.empty());
  }

  /** Clusters without a name of a group have no group of their own; groups may be cut by size. */
  private GroupStrategy byLabel(List<GroupSetup> groups) {
    return new GroupStrategy(
        oneIn(3) ? Optional.of(oneIn(2) ? amount(4, 60) : Amount.percent(50)) : Optional.empty(),
        groups.stream()
            .map(GroupSetup::name)
            .filter(name -> !name.isEmpty())
            .distinct()
            .map(name -> new NamedGroup(name, ModelFleet.labelled(name)))
            .toList());
  }

  private Strategy strategy() {
    StrategyType type = any(List.of(StrategyType.values()));
    boolean deadline = !oneIn(5);
    boolean mandatory = type != StrategyType.ALL && oneIn(3);
    boolean limited = type == StrategyType.PROGRESSIVE && !oneIn(4);
    return new Strategy(
        type,
        oneIn(2) ? Duration.ZERO : Duration.ofSeconds(random.nextInt(200)),
        deadline ? Optional.of(Duration.ofSeconds(30L * random.nextInt(30))) : Optional.empty(),
        amount(4, 60),
        limited ? Optional.of(amount(6, 101)) : Optional.empty(),
        mandatory ? List.of(selector()) : List.of());
  }

  private GroupSelector selector() {
    return oneIn(2)
        ? GroupSelector.at(random.nextInt(3))
        : GroupSelector.named(NAMES.get(1 + random.nextInt(3)));
  }

  private Amount amount(int count, int percent) {
    return oneIn(2) ? Amount.count(random.nextInt(count)) : Amount.percent(random.nextInt(percent));
  }

  /** Returns the next event; mostly one that has a target. */
  ScriptEvent next(Simulation simulation) {
    EventKind kind = kind(simulation);
    return switch (kind) {
      case COMPLIES, COMPLIES_WEAKLY, VIOLATES, FALLS_SILENT ->
          new ScriptEvent(kind, anyOf(simulation.hub().replicas().keySet()), random.nextInt(2));
      case SKIPPED ->
          new ScriptEvent(kind, anyOf(simulation.fleet().selected()), random.nextInt(5));
      case EDITED_AND_LET_THROUGH ->
          new ScriptEvent(kind, anyOf(simulation.fleet().selected()), random.nextInt(1_000));
      case LET_THROUGH, GOES_AWAY, LEAVES, TAINTED, MANAGED_CLUSTER_DELETED, IGNORED, FOREIGN ->
          new ScriptEvent(kind, anyOf(simulation.fleet().selected()), 0);
      case REFUSES_WRITES ->
          new ScriptEvent(kind, anyOf(simulation.fleet().selected()), random.nextInt(6));
      case REPLICA_VANISHES, RENDERED_ANEW ->
          new ScriptEvent(kind, anyOf(simulation.hub().replicas().keySet()), 0);
      case FORGES_DISPATCH ->
          new ScriptEvent(kind, anyOf(simulation.hub().replicas().keySet()), random.nextInt(1_000));
      case COMES_BACK -> new ScriptEvent(kind, anyOf(simulation.fleet().away()), 0);
      case NOT_IGNORED -> new ScriptEvent(kind, anyOf(simulation.fleet().ignored()), 0);
      case TAKES_WRITES -> new ScriptEvent(kind, anyOf(simulation.fleet().refusing().keySet()), 0);
      case CHANGES_GROUP, IN_TWO_PLACEMENTS ->
          new ScriptEvent(kind, anyOf(simulation.fleet().selected()), random.nextInt(8));
      case JOINS -> new ScriptEvent(kind, cluster(1 + random.nextInt(POOL)), random.nextInt(8));
      case IS_REMOVED -> new ScriptEvent(kind, anyOf(simulation.fleet().absent()), 0);
      case APPROVE, DENY, APPROVE_BY_MESSAGE, REVOKE_BY_MESSAGE ->
          new ScriptEvent(kind, any(NAMES), 0);
      case RECORD, REVOKE_GROUP -> new ScriptEvent(kind, any(NAMES), random.nextInt(1_000_000));
      case RULES, WITHDRAW -> new ScriptEvent(kind, "", 1 + random.nextInt(1_000_000));
      case ACT -> new ScriptEvent(kind, "", random.nextInt(7) % 5);
      case SECONDS_PASS -> new ScriptEvent(kind, "", 1 + random.nextInt(oneIn(3) ? 300 : 15));
      case RETRY -> new ScriptEvent(kind, "", random.nextInt(2));
      case PLACEMENT_WRONG, GROUP_EMPTIES -> new ScriptEvent(kind, "", random.nextInt(8));
      case INCOHERENT -> new ScriptEvent(kind, "", random.nextInt(2));
      case FOR_VERSION -> new ScriptEvent(kind, "", random.nextInt(3));
      case RENUMBERED, CUT_ANEW, HOURS_PASS, EDIT, OTHER_SETTINGS, CALENDAR, CREATE_POLICY ->
          new ScriptEvent(kind, "", 1 + random.nextInt(1_000_000));
      default -> new ScriptEvent(kind, "", 0);
    };
  }

  /** Returns a kind that can have an effect now. */
  private EventKind kind(Simulation simulation) {
    EventKind kind = kind();
    while (!EventFilter.of(kind, simulation)) {
      kind = kind();
    }
    return kind;
  }

  private EventKind kind() {
    double at = random.nextDouble() * WEIGHTS;
    for (EventKind kind : EventKind.values()) {
      at -= kind.weight();
      if (at < 0) {
        return kind;
      }
    }
    return EventKind.SETTLE;
  }

  private boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  private static String cluster(int number) {
    return "c%02d".formatted(number);
  }

  /** Returns any of them; empty if there is none. */
  private String anyOf(Collection<String> names) {
    return names.isEmpty() ? "" : any(List.copyOf(names));
  }

  private <T> T any(List<T> things) {
    return things.get(random.nextInt(things.size()));
  }
}
