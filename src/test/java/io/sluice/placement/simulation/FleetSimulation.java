package io.sluice.placement.simulation;

import static io.sluice.placement.simulation.GroupingChecks.require;

import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.write.DecisionOwner;
import io.sluice.placement.write.DecisionWrite;
import io.sluice.placement.write.DecisionWritePlanner;
import io.sluice.placement.write.InMemoryDecisions;
import io.sluice.placement.write.PublicationCheck;
import io.sluice.placement.write.WantedDecisions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Plays a script: after each event the Placement is evaluated and written, with interruptions. */
final class FleetSimulation {
  private static final DecisionOwner OWNER =
      new DecisionOwner(ModelPlacement.NAME, ModelPlacement.UID);

  private final ModelPlacement model;
  private final InMemoryDecisions hub = new InMemoryDecisions(ModelPlacement.UID);
  private final FleetCoverage coverage;
  private final Optional<List<String>> trace;
  private final ConsumerCheck consumer;
  private int foreign;

  private FleetSimulation(
      FleetScript script, FleetCoverage coverage, Optional<List<String>> trace) {
    this.model = new ModelPlacement(script);
    this.coverage = coverage;
    this.trace = trace;
    this.consumer = new ConsumerCheck(model, coverage);
  }

  /** Plays a script, and adds what happens to the trace if there is one. */
  static void play(FleetScript script, FleetCoverage coverage, Optional<List<String>> trace) {
    FleetSimulation simulation = new FleetSimulation(script, coverage, trace);
    simulation.log(simulation.model::toString);
    simulation.publish(new Random(script.seed() + 1), 0);
    for (FleetEvent event : script.events()) {
      simulation.log(event::toString);
      Random random = new Random(event.seed());
      if (!simulation.model.apply(event)) {
        simulation.edit(event.kind(), random);
      }
      simulation.log(simulation.model::toString);
      simulation.publish(random, random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 0);
    }
    simulation.publish(new Random(script.seed() + 2), 0);
  }

  private void log(Supplier<String> line) {
    trace.ifPresent(lines -> lines.add(line.get()));
  }

  /** Writes until the objects are as wanted, or the writer ends after this many writes. */
  private void publish(Random random, int end) {
    boolean eager = random.nextInt(4) == 0;
    boolean disturbed = random.nextInt(6) == 0;
    ModelEvaluation target = evaluate(random);
    PublicationCheck writes = new PublicationCheck(OWNER, hub.list(), target.objects());
    consumer.before(hub.list());
    consumer.wanted(target);
    int left = 2 * writes.limit() + 50;
    for (int count = 1; ; count++) {
      Optional<DecisionWrite> next =
          DecisionWritePlanner.next(OWNER, hub.list(), new WantedDecisions(target.objects()));
      if (next.isEmpty()) {
        break;
      }
      require(--left > 0, () -> "no end of writes, last " + InMemoryDecisions.text(next.get()));
      if (disturbed && random.nextInt(4) == 0) {
        edit(next.get().name(), random);
        log(() -> "edited by hand before " + InMemoryDecisions.text(next.get()));
        require(
            !hub.perform(next.get()) || next.get() instanceof DecisionWrite.CreateDecision,
            () -> "an outdated write was not refused: " + next.get());
        coverage.saw(FleetCoverage.Item.CONFLICT);
        disturbed = false;
        target = evaluate(random);
        writes = new PublicationCheck(OWNER, hub.list(), target.objects());
        consumer.before(hub.list());
        consumer.wanted(target);
        continue;
      }
      perform(next.get(), target);
      writes.during(hub.list(), next.get());
      consumer.during(hub.list(), target);
      if (count == end) {
        coverage.saw(FleetCoverage.Item.CRASHED);
        log(() -> "the writer ends");
        return;
      }
      if (eager) {
        target = evaluate(random);
        consumer.wanted(target);
        writes = new PublicationCheck(OWNER, hub.list(), target.objects());
        coverage.saw(FleetCoverage.Item.REPLACED_AFTER_WRITE);
      }
    }
    writes.after(hub.list());
    model.status(target.status());
    consumer.after(hub.list(), target, foreign > 0);
    settled(random);
  }

  private void perform(DecisionWrite write, ModelEvaluation target) {
    require(hub.perform(write), () -> "refused: " + InMemoryDecisions.text(write));
    log(() -> InMemoryDecisions.text(write));
    coverage.saw(FleetCoverage.Item.WRITE);
    if (write instanceof DecisionWrite.CreateDecision) {
      boolean wanted =
          target.objects().stream().anyMatch(object -> object.name().equals(write.name()));
      coverage.saw(wanted ? FleetCoverage.Item.CREATED : FleetCoverage.Item.SPILLED);
    } else if (write instanceof DecisionWrite.WriteLabels) {
      coverage.saw(FleetCoverage.Item.LABELS_WRITTEN);
    } else if (write instanceof DecisionWrite.DeleteDecision) {
      coverage.saw(FleetCoverage.Item.DELETED);
    } else if (write instanceof DecisionWrite.WriteClusters clusters
        && clusters.clusters().size() > DecisionObject.LIMIT) {
      coverage.saw(FleetCoverage.Item.ABOVE_LIMIT);
    }
  }

  private List<DecisionObject> own() {
    return OWNER.own(hub.list()).stream().map(PublishedDecision::object).toList();
  }

  /** Evaluates the Placement, at times twice in different orders, and checks the result. */
  private ModelEvaluation evaluate(Random random) {
    ModelEvaluation evaluation = model.evaluate(hub.list(), random, false);
    require(
        random.nextInt(3) > 0 || evaluation.equals(model.evaluate(hub.list(), random, true)),
        () -> "the order of input matters, or what an earlier evaluation kept");
    GroupingChecks checks = new GroupingChecks(model, evaluation.groups());
    checks.wellFormed();
    checks.sliced(evaluation.objects());
    if (evaluation.objects().size() > evaluation.groups().size()) {
      coverage.saw(FleetCoverage.Item.SEVERAL_OBJECTS);
    }
    if (model.broken()) {
      checks.kept(GroupingChecks.former(own(), cluster -> null));
      coverage.saw(FleetCoverage.Item.KEPT);
      return evaluation;
    }
    checks.selected();
    if (!model.stable()) {
      checks.recomputed();
      coverage.saw(FleetCoverage.Item.RECOMPUTE);
      return evaluation;
    }
    List<GroupingChecks.Former> former =
        GroupingChecks.former(own(), cluster -> GroupingChecks.family(model, cluster));
    checks.stable(former);
    coverage.saw(FleetCoverage.Item.STABLE);
    if (former.isEmpty() && !model.namesRepeat()) {
      checks.recomputed();
      coverage.saw(FleetCoverage.Item.NOTHING_PUBLISHED);
    }
    return evaluation;
  }

  /** Unchanged input has an unchanged result: nothing is written. */
  private void settled(Random random) {
    ModelEvaluation evaluation = evaluate(random);
    require(
        DecisionWritePlanner.next(OWNER, hub.list(), new WantedDecisions(evaluation.objects()))
            .isEmpty(),
        () -> "unchanged input is written");
    require(evaluation.status().equals(model.status()), () -> "unchanged input changes the status");
  }

  private void edit(FleetEvent.Kind kind, Random random) {
    if (kind == FleetEvent.Kind.FOREIGN) {
      foreign++;
      String name = DecisionObject.name(ModelPlacement.NAME, 1000 + random.nextInt(5));
      DecisionObject object =
          DecisionObject.of(new GroupKey(ModelPlacement.NAME, "", 0), 1, List.of("c001", "c002"));
      hub.put(new DecisionObject(name, object.labels(), object.clusters()), Optional.of("another"));
      coverage.saw(FleetCoverage.Item.FOREIGN);
    } else if (!own().isEmpty()) {
      edit(own().get(random.nextInt(own().size())).name(), random);
      coverage.saw(FleetCoverage.Item.EDITED_BY_HAND);
    }
  }

  /** Edits an object as a person might, or creates it. */
  private void edit(String name, Random random) {
    DecisionObject present =
        own().stream()
            .filter(object -> object.name().equals(name))
            .findFirst()
            .orElseGet(() -> DecisionObject.of(new GroupKey("p", "", 0), 1, List.of()));
    Map<String, String> labels = new TreeMap<>(present.labels());
    List<String> clusters = new ArrayList<>(present.clusters());
    switch (random.nextInt(6)) {
      case 0 -> clusters.clear();
      case 1 -> clusters.add("c%03d".formatted(random.nextInt(500)));
      case 2 ->
          labels.put(DecisionObject.GROUP_INDEX, List.of("0", "1", "x").get(random.nextInt(3)));
      case 3 -> labels.put(DecisionObject.GROUP_NAME, "east");
      case 4 -> labels.keySet().removeIf(key -> key.contains("group"));
      default -> {
        if (!clusters.isEmpty()) {
          clusters.remove(random.nextInt(clusters.size()));
        }
      }
    }
    hub.putOwn(List.of(new DecisionObject(name, labels, clusters)));
  }
}
