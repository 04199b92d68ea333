package io.sluice.hub.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.activation.UserView;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.ServedKinds;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.schedule.CalendarReader;
import io.sluice.policy.BindingName;
import io.sluice.policy.JsonTree;
import io.sluice.template.ResourceId;
import io.sluice.template.work.BindingState;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads what the rollout of a binding depends on; the clusters come from a cache. */
public final class BindingReader {
  private final HubApi hub;
  private final CalendarReader calendars;
  private final ServedKinds kinds;
  private final Supplier<List<GenericKubernetesResource>> clusters;
  private final UserView view;
  private final ApprovalGuard approvals;
  private final Clock clock;

  /**
   * Creates a reader.
   *
   * @param clusters all ManagedClusters, as this process last saw them
   * @param view what the user owns of a template
   * @param approvals decides whether rules of approvals may be used
   */
  public BindingReader(
      KubernetesClient client,
      Supplier<List<GenericKubernetesResource>> clusters,
      UserView view,
      ApprovalGuard approvals,
      Clock clock) {
    this(client, new CalendarReader(new HubApi(client)), clusters, view, approvals, clock);
  }

  private BindingReader(
      KubernetesClient client,
      CalendarReader calendars,
      Supplier<List<GenericKubernetesResource>> clusters,
      UserView view,
      ApprovalGuard approvals,
      Clock clock) {
    this.approvals = requireNonNull(approvals, "approvals is null");
    this.hub = new HubApi(client);
    this.calendars = calendars;
    this.kinds = new ServedKinds(client);
    this.clusters = requireNonNull(clusters, "clusters is null");
    this.view = requireNonNull(view, "view is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Returns a reader for who only looks, perhaps without the right to see calendars. */
  public static BindingReader viewing(
      KubernetesClient client,
      Supplier<List<GenericKubernetesResource>> clusters,
      UserView view,
      Clock clock) {
    return new BindingReader(
        client,
        CalendarReader.viewing(new HubApi(client)),
        clusters,
        view,
        ApprovalGuard.UNASKED,
        clock);
  }

  /** Reads it from the hub. */
  public BindingContext read(BindingName name) {
    Optional<GenericKubernetesResource> binding =
        hub.get(
            KarmadaKinds.binding(name.bindingNamespace()), name.bindingNamespace(), name.binding());
    Optional<BindingState> state = binding.map(BindingParser::parse);
    Optional<GenericKubernetesResource> rollout =
        hub.get(Kinds.ROLLOUT, name.namespace(), name.rolloutName());
    return BindingContext.of(
        new BindingObjects(
            name,
            binding,
            rollout,
            state.flatMap(this::template),
            state.map(this::requiring).orElse(List.of()),
            state.map(this::works).orElse(List.of()),
            clusters.get(),
            calendars.read(name.namespace(), rollout, calendars.ofCluster()),
            approvals),
        view,
        clock.instant());
  }

  private Optional<GenericKubernetesResource> template(BindingState binding) {
    ResourceId id = binding.resource();
    return kinds
        .find(id.apiVersion(), id.kind())
        .flatMap(kind -> hub.get(kind, id.namespace(), id.name()))
        .filter(found -> found.getMetadata().getUid().equals(binding.resourceUid()));
  }

  private List<GenericKubernetesResource> requiring(BindingState binding) {
    return binding.requiredBy().stream()
        .map(JsonTree::map)
        .flatMap(
            entry -> {
              String namespace = JsonTree.text(entry, "namespace").orElse("");
              String workload = JsonTree.text(entry, "name").orElse("");
              return hub.get(KarmadaKinds.binding(namespace), namespace, workload).stream();
            })
        .toList();
  }

  private List<GenericKubernetesResource> works(BindingState binding) {
    return binding
        .permanentId()
        .map(
            id ->
                hub.listAll(
                    KarmadaKinds.WORK, Map.of(BindingState.idLabel(binding.namespace()), id)))
        .orElse(List.of());
  }
}
