package io.sluice.cli.plan;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.forecast.FleetProfile;
import io.sluice.forecast.Forecaster;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.preview.PreparedAttempt;
import io.sluice.rollout.Rules;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.strategy.Refusal;
import io.sluice.strategy.StrategyType;
import io.sluice.watch.PolicyPreviewer;
import io.sluice.worker.ModeCheck;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads a policy with its fleet from the hub, as a worker does, and forecasts its rollout. */
public final class PlanReader {
  private static final int REQUESTS = 4;

  private final KubernetesClient client;
  private final Clock clock;

  public PlanReader(KubernetesClient client, Clock clock) {
    this.client = requireNonNull(client, "client is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Holds a policy with its fleet, and its attempt where it stands.
   *
   * @param attempt empty where none can begin
   * @param unreachable the clusters that are not Available now
   */
  public record Subject(
      PolicyContext context,
      Optional<PreparedAttempt> attempt,
      Set<String> unreachable,
      ReportTimes times) {}

  /** Reads the policy. */
  public Subject read(PolicyName name) {
    try (RequestPool pool = new RequestPool(REQUESTS)) {
      HubReader reader =
          mode() == HubMode.BESIDE ? HubReader.beside(client, pool) : new HubReader(client, pool);
      return subject(reader.read(name));
    }
  }

  private Subject subject(PolicyObjects objects) {
    PolicyContext context = PolicyContext.of(objects, clock.instant());
    Map<String, CachedReplica> replicas = replicas(objects.policy());
    Set<String> unreachable = unreachable(objects);
    Optional<PreparedAttempt> attempt =
        PolicyPreviewer.attempt(client, context, replicas, unreachable, Settings.DEFAULTS, clock);
    ReportTimes times =
        ReportTimes.of(replicas.values().stream().map(CachedReplica::replica).toList());
    return new Subject(context, attempt, unreachable, times);
  }

  /** A person who may not read what decides the mode is shown the plan of a hub without OCM's. */
  private HubMode mode() {
    try {
      return new ModeCheck(client).decide(ModeSetting.AUTO).mode();
    } catch (IllegalStateException e) {
      return HubMode.STANDALONE;
    }
  }

  private Map<String, CachedReplica> replicas(PolicyName name) {
    Map<String, CachedReplica> replicas = new TreeMap<>();
    client
        .genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .withLabel(PolicyApi.ROOT_POLICY, name.replicaName())
        .list()
        .getItems()
        .forEach(
            found ->
                ReplicaParser.of(found)
                    .ifPresent(replica -> replicas.put(replica.replica().cluster(), replica)));
    return replicas;
  }

  private static Set<String> unreachable(PolicyObjects objects) {
    Set<String> names = new TreeSet<>();
    for (GenericKubernetesResource cluster : objects.managedClusters().get()) {
      if (Reachability.unreachable(Optional.of(cluster))) {
        names.add(cluster.getMetadata().getName());
      }
    }
    return names;
  }

  /** Returns what the rollout of a policy would do from now on. */
  RolloutPlan plan(PolicyName name) {
    Subject subject = read(name);
    PolicyContext context = subject.context();
    Optional<SettingsValidation> settings = context.acceptance();
    List<String> refusals = new ArrayList<>();
    settings.flatMap(SettingsValidation::refusal).map(Refusal::message).ifPresent(refusals::add);
    context.fleet(List.of()).incoherent().ifPresent(refusals::add);
    return new RolloutPlan(
        name,
        context.root().map(RootPolicy::generation).orElse(0L),
        settings
            .flatMap(SettingsValidation::strategy)
            .map(strategy -> strategy.type())
            .map(StrategyType::label),
        refusals,
        settings.stream()
            .flatMap(found -> found.warnings().stream())
            .map(warning -> "%s: %s".formatted(warning.reason(), warning.note()))
            .toList(),
        subject.attempt().map(attempt -> course(attempt, subject)));
  }

  private RolloutPlan.Course course(PreparedAttempt attempt, Subject subject) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    Set<String> members = attempt.state().statuses().keySet();
    List<String> away = subject.unreachable().stream().filter(members::contains).toList();
    return new RolloutPlan.Course(
        attempt,
        Forecaster.of(Rules.CURRENT, attempt.state(), attempt.hub(), FleetProfile.LEAST, now),
        Forecaster.of(
            Rules.CURRENT,
            attempt.state(),
            attempt.hub(),
            new LikelyProfile(subject.times(), subject.unreachable()),
            now),
        subject.times(),
        away);
  }
}
