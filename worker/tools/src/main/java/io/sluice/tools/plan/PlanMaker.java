package io.sluice.tools.plan;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.PolicyName;
import io.sluice.settings.Settings;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.PolicyFinder;
import io.sluice.tools.placement.PlacementDifference;
import io.sluice.tools.placement.PlacementObjectsReader;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Makes plans: of what a hub has, of files that are not applied yet, and of files alone. */
final class PlanMaker {
  private final KubernetesClient client;
  private final PlanReader reader;
  private final PlanForecaster forecaster;
  private final Clock clock;

  /**
   * Creates a maker.
   *
   * @param client not used for files alone
   * @param settings those of the worker that will roll out
   */
  PlanMaker(KubernetesClient client, Settings settings, Clock clock) {
    this.client = requireNonNull(client, "client is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.reader = new PlanReader(client, settings, clock);
    this.forecaster = new PlanForecaster(clock.instant());
  }

  /** Holds a plan, and the objects that it was made from. */
  record Made(PlanReader.Subject subject, RolloutPlan plan) {}

  /** Returns the plan of a policy of the hub. */
  Made ofHub(PolicyName name) {
    return made(reader.read(name));
  }

  /**
   * Returns the plan of a policy as if the files were applied now, and what that changes.
   *
   * @param act begins messages: {@code "Cannot plan policy a/b"}
   * @throws CliFailure if neither has the policy, or a worker would refuse the files
   */
  Made applied(PolicyName name, AppliedFiles files, String act) {
    PlanObjects present = reader.objects(name);
    PlanObjects next = reader.applied(present, files, act);
    if (next.policy().root().isEmpty()) {
      new PolicyFinder(client).policy(name, act);
    }
    PlanReader.Subject before = reader.subject(present);
    PlanReader.Subject after = reader.subject(next);
    RolloutPlan plan = forecaster.plan(after);
    PlanChanges changes =
        PlanComparer.compare(side(before, Optional.empty()), side(after, plan.course()));
    return new Made(after, plan.with(changes));
  }

  /** Returns the plan of a policy of files alone, which a hub in that mode would roll out. */
  Made ofFiles(PolicyName name, AppliedFiles files, HubMode mode, String act) {
    return made(reader.subject(new FilePlanReader(files, mode, clock.instant()).read(name, act)));
  }

  /**
   * Returns which clusters the files move between the groups of Placements: of theirs, and of those
   * beside them, or in this namespace, whose clusters they change.
   */
  List<PlacementDifference> placements(String namespace, AppliedFiles files) {
    return files.placing()
        ? new PlacementDifferenceReader(
                new PlacementObjectsReader(client),
                files,
                files.grouping(reader.mode()),
                clock.instant())
            .read(namespace)
        : List.of();
  }

  private Made made(PlanReader.Subject subject) {
    return new Made(subject, forecaster.plan(subject));
  }

  /**
   * Returns one side of a comparison.
   *
   * @param planned the course that is planned, which is taken if it begins with all clusters
   */
  private PlanComparer.Side side(PlanReader.Subject subject, Optional<RolloutPlan.Course> planned) {
    return new PlanComparer.Side(
        subject.context(),
        planned
            .filter(course -> course.attempt().fresh())
            .or(() -> reader.fresh(subject).map(attempt -> forecaster.course(attempt, subject))));
  }
}
