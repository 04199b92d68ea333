package io.sluice.tools.plan;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.replica.ReplicaTimes;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.settings.Settings;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.option.ModeOption;
import io.sluice.tools.placement.PlacementObjects;
import io.sluice.tools.placement.PlacementObjectsReader;
import io.sluice.tools.preview.PolicyPreviewer;
import io.sluice.tools.preview.PreparedAttempt;
import io.sluice.tools.preview.PreviewedFleet;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads a policy with its fleet from the hub, as a worker does, with files applied or without. */
public final class PlanReader {
  private static final int REQUESTS = 4;

  private final KubernetesClient client;
  private final Settings settings;
  private final Clock clock;

  /** Reads for a worker with default settings. */
  public PlanReader(KubernetesClient client, Clock clock) {
    this(client, Settings.DEFAULTS, clock);
  }

  PlanReader(KubernetesClient client, Settings settings, Clock clock) {
    this.settings = requireNonNull(settings, "settings is null");
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
      ReportTimes times,
      PlanObjects objects) {}

  /** Reads the policy. */
  public Subject read(PolicyName name) {
    return subject(objects(name));
  }

  /**
   * Reads the policy as it is once these files are applied.
   *
   * @param act begins messages: {@code "Cannot plan policy a/b"}
   * @throws io.sluice.tools.option.CliFailure if a worker would refuse the files
   */
  public Subject read(PolicyName name, List<Manifest> files, String act) {
    AppliedFiles applied =
        new AppliedFiles(files, name.namespace(), false, Optional.empty(), clock.instant());
    return subject(applied(objects(name), applied, act));
  }

  /** Reads the objects of the policy as the hub has them. */
  PlanObjects objects(PolicyName name) {
    try (RequestPool pool = new RequestPool(REQUESTS)) {
      HubReader reader =
          mode().beside() ? HubReader.beside(client, pool) : new HubReader(client, pool);
      PolicyObjects objects = reader.read(name);
      return new PlanObjects(
          objects, objects.managedClusters().get(), replicas(name), List.of(), false);
    }
  }

  /**
   * Returns the objects of the policy once the files are applied.
   *
   * @param act begins messages: {@code "Cannot plan policy a/b"}
   * @throws io.sluice.tools.option.CliFailure if a worker would refuse the files
   */
  PlanObjects applied(PlanObjects present, AppliedFiles files, String act) {
    String namespace = present.policy().policy().namespace();
    List<GenericKubernetesResource> clusters =
        files.applied(Kinds.MANAGED_CLUSTER, present.clusters(), "");
    PolicyObjects objects = files.applied(present.policy(), clusters);
    files.check(objects, act);
    PlacementObjects around = around(present, files, namespace);
    AppliedPlacements placements =
        new AppliedPlacements(
            objects, files.applied(around), false, files.grouping(objects.mode()), clock.instant());
    PolicyObjects evaluated = placements.evaluated(placements.affected(present.policy(), around));
    return AppliedActivation.decided(
        new PlanObjects(evaluated, clusters, present.replicas(), placements.notes(), false),
        clock.instant());
  }

  /** What Placements are evaluated from is read only where files may change one. */
  private PlacementObjects around(PlanObjects present, AppliedFiles files, String namespace) {
    return files.placing()
        ? new PlacementObjectsReader(client).around(namespace)
        : new PlacementObjects(present.clusters());
  }

  /** Returns the policy with its attempt where it stands. */
  Subject subject(PlanObjects objects) {
    PolicyContext context = PolicyContext.of(objects.policy(), clock.instant());
    PreviewedFleet fleet = fleet(context, objects);
    Optional<PreparedAttempt> attempt =
        context.root().isEmpty()
            ? Optional.empty()
            : PolicyPreviewer.attempt(client, fleet, settings, clock);
    ReportTimes times =
        ReportTimes.of(
            fleet.replicas().values().stream().map(CachedReplica::replica).toList(),
            attempt.flatMap(prepared -> prepared.state().spec().strategy().progressDeadline()));
    return new Subject(context, attempt, fleet.unreachable(), times, objects);
  }

  /** Returns an attempt of all clusters as it would begin now; empty where none can begin. */
  Optional<PreparedAttempt> fresh(Subject subject) {
    return subject.context().root().isEmpty()
        ? Optional.empty()
        : PolicyPreviewer.fresh(
            client, fleet(subject.context(), subject.objects()), settings, clock);
  }

  private static PreviewedFleet fleet(PolicyContext context, PlanObjects objects) {
    Map<String, CachedReplica> replicas = new TreeMap<>();
    Map<String, ReplicaTimes> times = new TreeMap<>();
    for (GenericKubernetesResource found : objects.replicas()) {
      ReplicaParser.of(found)
          .ifPresent(
              replica -> {
                replicas.put(replica.replica().cluster(), replica);
                times.put(replica.replica().cluster(), ReplicaTimes.of(found));
              });
    }
    return new PreviewedFleet(context, replicas, times, objects.unreachable(), objects.ofFiles());
  }

  HubMode mode() {
    return ModeOption.of(client, settings.propagatorNamespaces());
  }

  private List<GenericKubernetesResource> replicas(PolicyName name) {
    return new HubApi(client)
        .listAll(Kinds.POLICY, Map.of(PolicyApi.ROOT_POLICY, name.replicaName()));
  }
}
