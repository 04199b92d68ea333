package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.hub.template.WorkParser;
import io.sluice.hub.template.WorkWriter;
import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.settings.TemplateSettings;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.ResourceTemplate;
import io.sluice.template.work.BindingState;
import io.sluice.template.work.DesiredWork;
import io.sluice.template.work.StagedWorkPlanner;
import io.sluice.template.work.TemplatePlan.DesiredBinding;
import io.sluice.template.work.WorkName;
import io.sluice.template.work.WorkPlanner;
import io.sluice.template.work.WorkPlanner.WorkPlan;
import io.sluice.template.work.WorkRenderer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the Works of a binding: additions and changes first, then departures (lazy-activation
 * 2.9).
 */
final class WorkReconciler {
  private final HubApi hub;
  private final KarmadaCaches caches;
  private final WorkWriter writer;
  private final WorkPlanner planner;
  private final StagedWorkPlanner staged;

  WorkReconciler(KubernetesClient client, KarmadaCaches caches, TemplateSettings settings) {
    this.hub = new HubApi(client);
    this.caches = requireNonNull(caches, "caches is null");
    this.writer = new WorkWriter(client, settings.executor());
    this.planner = new WorkPlanner(settings.view());
    this.staged = new StagedWorkPlanner(settings.view());
  }

  /** Holds what became of the Works of a binding. */
  record WorkResult(List<String> unserved, boolean applied) {
    WorkResult {
      unserved = List.copyOf(unserved);
    }
  }

  /**
   * Writes what must change.
   *
   * @param rollout which carries the binding from cluster to cluster; empty: all get it at once
   */
  WorkResult reconcile(
      BindingState binding,
      ResourceTemplate template,
      DesiredBinding desired,
      Optional<StagedRollouts.Result> rollout) {
    Set<String> inventory = caches.inventory().keySet();
    String id = binding.permanentId().orElseThrow();
    Map<String, GenericKubernetesResource> present = present(id);
    WorkPlan plan =
        rollout
            .map(
                standing ->
                    staged.plan(
                        binding,
                        template.object(),
                        desired.live(),
                        desired.requiredBy(),
                        WorkParser.standing(present.values()),
                        caches.inventory(),
                        standing.progress()))
            .orElseGet(
                () ->
                    planner.plan(
                        binding,
                        id,
                        template.object(),
                        desired.live(),
                        desired.requiredBy(),
                        desired.live() ? Map.of() : manifests(present),
                        inventory));
    for (DesiredWork work : plan.works()) {
      writer.write(
          caches.find(KarmadaKinds.WORK, work.namespace() + "/" + work.name()),
          present.containsKey(work.cluster()) ? work : marked(work, rollout));
    }
    present.forEach(
        (cluster, work) -> {
          // If an addition cannot be written, the clusters that would lose the binding keep it.
          if (!plan.wants(cluster) && (plan.unserved().isEmpty() || !inventory.contains(cluster))) {
            writer.delete(work);
          }
        });
    caches.bindings().works(id).forEach(work -> abandon(work, inventory));
    return new WorkResult(
        plan.unserved(),
        !present.isEmpty() && present.values().stream().allMatch(WorkReconciler::applied));
  }

  private static Map<String, Map<String, Object>> manifests(
      Map<String, GenericKubernetesResource> works) {
    Map<String, Map<String, Object>> manifests = new LinkedHashMap<>();
    works.forEach(
        (cluster, work) ->
            manifests.put(cluster, WorkRenderer.manifest(HubObjects.part(work, "spec"))));
    return manifests;
  }

  private static DesiredWork marked(DesiredWork work, Optional<StagedRollouts.Result> rollout) {
    return rollout
        .flatMap(standing -> standing.mark(work))
        .map(mark -> work.with(Dispatch.ANNOTATION, HubObjects.json(mark)))
        .orElse(work);
  }

  private Map<String, GenericKubernetesResource> present(String bindingId) {
    Map<String, GenericKubernetesResource> present = new LinkedHashMap<>();
    for (GenericKubernetesResource work : caches.bindings().works(bindingId)) {
      String namespace = work.getMetadata().getNamespace();
      if (namespace.startsWith(WorkName.namespace("")) && !HubObjects.deleting(work)) {
        present.put(namespace.substring(KarmadaKeys.EXECUTION_NAMESPACE.length()), work);
      }
    }
    return present;
  }

  /** Removes the finalizer from a Work whose cluster is gone: no agent does so any more. */
  private void abandon(GenericKubernetesResource work, Set<String> inventory) {
    String namespace = work.getMetadata().getNamespace();
    if (HubObjects.deleting(work)
        && inventory.stream().map(WorkName::namespace).noneMatch(namespace::equals)) {
      writer.release(work);
    }
  }

  private static boolean applied(GenericKubernetesResource work) {
    return JsonTree.maps(WorkParser.status(work), "conditions").stream()
        .anyMatch(c -> "Applied".equals(c.get("type")) && "True".equals(c.get("status")));
  }

  /**
   * Deletes all Works of a binding that is being deleted.
   *
   * @return the namespaces of those that are left
   */
  List<String> withdraw(BindingState binding) {
    if (binding.permanentId().isEmpty()) {
      return List.of();
    }
    List<GenericKubernetesResource> works =
        hub.listAll(
            KarmadaKinds.WORK,
            Map.of(BindingState.idLabel(binding.namespace()), binding.permanentId().get()));
    Set<String> inventory = caches.inventory().keySet();
    List<String> left = new ArrayList<>();
    for (GenericKubernetesResource work : works) {
      if (!HubObjects.deleting(work)) {
        writer.delete(work);
      }
      abandon(work, inventory);
      List<String> finalizers = work.getMetadata().getFinalizers();
      if (finalizers != null && !finalizers.isEmpty()) {
        left.add(work.getMetadata().getNamespace());
      }
    }
    return left;
  }
}
