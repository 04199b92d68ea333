package io.sluice.tools.page.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.schedule.OpenStretch;
import io.sluice.schedule.OpenStretches;
import io.sluice.schedule.ScheduleTimes;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.GroupCells;
import io.sluice.tools.page.model.NextInstants;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.model.RolloutPage;
import io.sluice.tools.page.model.TimelineEntry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads all that a page shows of one rollout.
 *
 * <p>The Rollout object must be readable; of the rest the page says what could not be read, and
 * why.
 */
public final class RolloutPageReader implements AutoCloseable {
  private static final int REQUESTS = 6;
  private static final int MOST_EVENTS = 40;

  private final HubApi hub;
  private final PolicyFactReader policies;
  private final TemplateFactReader templates;
  private final EventReader events;
  private final RequestPool pool = new RequestPool(REQUESTS);
  private final Clock clock;

  public RolloutPageReader(KubernetesClient client, Clock clock) {
    this.hub = new HubApi(client);
    this.policies = new PolicyFactReader(client, pool);
    this.templates = new TemplateFactReader(client);
    this.events = new EventReader(client);
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Returns the page, from the hub alone; empty if there is no such Rollout object. */
  public Optional<RolloutPage> read(RolloutName name) {
    return read(name, RunInstants.NOT_ASKED);
  }

  /**
   * Returns the page; empty if there is no such Rollout object.
   *
   * @param runs is asked what the hub does not record
   */
  public Optional<RolloutPage> read(RolloutName name, RunInstants runs) {
    return hub.get(Kinds.ROLLOUT, name.namespace(), name.name())
        .map(found -> page(name, found, runs));
  }

  private RolloutPage page(RolloutName name, GenericKubernetesResource rollout, RunInstants runs) {
    Instant now = clock.instant();
    RolloutStatus status = RolloutStatusParser.of(rollout).status();
    List<String> unknown = new ArrayList<>();
    RolloutFacts facts = facts(name, rollout, status, now, unknown);
    return new RolloutPage(
        name,
        facts.strategy().or(() -> strategy(rollout)),
        status,
        groups(status, facts, instants(name, status, runs, unknown), now),
        timeline(name, unknown),
        unknown,
        now);
  }

  private RolloutFacts facts(
      RolloutName name,
      GenericKubernetesResource rollout,
      RolloutStatus status,
      Instant now,
      List<String> unknown) {
    return name.policy()
        .map(policy -> policies.read(policy, rollout, now, unknown))
        .or(() -> name.binding().map(binding -> templates.read(binding, status, now, unknown)))
        .orElse(RolloutFacts.NONE);
  }

  private static Optional<String> strategy(GenericKubernetesResource rollout) {
    return Optional.ofNullable(RolloutSpecReader.of(rollout).rolloutStrategy)
        .map(StrategyType::labelWritten);
  }

  private static Map<String, NextInstants> instants(
      RolloutName name, RolloutStatus status, RunInstants runs, List<String> unknown) {
    if (!Boolean.TRUE.equals(status.runOpen) || name.target().isEmpty()) {
      return Map.of();
    }
    RunInstants.Answer answer =
        runs.of(name.target().get(), Objects.requireNonNullElse(status.rolloutUID, ""));
    answer.problem().ifPresent(unknown::add);
    return answer.clusters();
  }

  private static List<GroupCells> groups(
      RolloutStatus status, RolloutFacts facts, Map<String, NextInstants> instants, Instant now) {
    ClusterCells cells = new ClusterCells(status, facts, instants);
    Optional<ScheduleTimes> schedule =
        facts
            .schedule()
            .filter(times -> status.outcome == null && status.rolloutUID != null)
            .filter(times -> !times.isIgnored(status.rolloutUID));
    return Objects.requireNonNullElse(status.decisionGroups, List.<RolloutStatus.Group>of())
        .stream()
        .map(
            group -> {
              List<ClusterCell> shown =
                  cells.of(group, facts.members().getOrDefault(group.key(), List.of()));
              return new GroupCells(
                  group,
                  shown,
                  schedule.map(times -> openings(times, shown, now)).orElse(List.of()));
            })
        .toList();
  }

  /** Nothing is shown where no stretch is closed to any cluster that waits. */
  private static List<OpenStretch> openings(
      ScheduleTimes times, List<ClusterCell> cells, Instant now) {
    List<OpenStretch> stretches =
        OpenStretches.of(
            times,
            cells.stream().filter(cell -> cell.status().waits()).map(ClusterCell::cluster).toList(),
            now);
    return stretches.stream().allMatch(OpenStretch::openToAll) ? List.of() : stretches;
  }

  private List<TimelineEntry> timeline(RolloutName name, List<String> unknown) {
    try {
      return events.read(name, MOST_EVENTS);
    } catch (KubernetesClientException e) {
      unknown.add("Events are not shown: %s.".formatted(HubFailures.reason(e)));
      return List.of();
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
