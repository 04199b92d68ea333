package io.sluice.control.template;

import static io.sluice.policy.JsonTree.map;
import static io.sluice.policy.JsonTree.strings;
import static io.sluice.policy.JsonTree.text;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.rollout.AttemptSettings;
import io.sluice.control.rollout.FakeRuns;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.ServedKinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.informer.HubTime;
import io.sluice.hub.informer.MachineTime;
import io.sluice.hub.informer.SeenObjects;
import io.sluice.hub.informer.TestTime;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.process.Patience;
import io.sluice.settings.Settings;
import io.sluice.settings.TemplateSettings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.ResourceId;
import io.sluice.template.work.WorkRenderer;
import io.sluice.time.ProcessTime;
import io.sluice.time.VirtualTime;
import io.sluice.workflow.RolloutSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.awaitility.core.ThrowingRunnable;

/**
 * Plays the user of a hub on which templates are propagated, and runs the controller on it.
 *
 * <p>On a hub in memory its time passes only while the test waits.
 */
public final class PropagationHub implements AutoCloseable {
  private static final Duration QUIET = Duration.ofMillis(600);

  final KubernetesClient client;
  final FakeRuns runs = new FakeRuns();
  final List<String> events = new CopyOnWriteArrayList<>();
  private final ServedKinds kinds;
  private final Config worker;
  private final TemplateSettings settings;
  private final Map<ResourceId, Map<String, Object>> applied = new HashMap<>();
  private final Optional<Memory> memory;

  /** Of which the caches are not shown what changes. */
  private final Set<ResourceDefinitionContext> silent = new HashSet<>();

  private TestTime time = new MachineTime();
  private Optional<Engine> engine = Optional.empty();

  /** A hub in memory, whose time passes when the test waits. */
  private record Memory(EmbeddedHub hub, VirtualTime time) {}

  private record Engine(
      HubConnections connections,
      KarmadaCaches caches,
      EventRecorder events,
      TemplateController controller) {
    void close() {
      controller.close();
      caches.close();
      events.close();
      connections.close();
    }
  }

  public PropagationHub(KubernetesClient client) {
    this(client, client.getConfiguration(), TemplateSettings.DEFAULTS);
  }

  /** Uses a hub in memory that goes by this time. */
  public PropagationHub(EmbeddedHub hub, VirtualTime time) {
    this(HubClient.ofUrl(hub.url()), Optional.of(new Memory(hub, time)));
  }

  private PropagationHub(KubernetesClient client, Optional<Memory> memory) {
    this(client, client.getConfiguration(), TemplateSettings.DEFAULTS, memory);
  }

  /**
   * Uses a hub.
   *
   * @param client of the user
   * @param worker connects the controller
   */
  PropagationHub(KubernetesClient client, Config worker, TemplateSettings settings) {
    this(client, worker, settings, Optional.empty());
  }

  private PropagationHub(
      KubernetesClient client, Config worker, TemplateSettings settings, Optional<Memory> memory) {
    this.memory = memory;
    this.client = client;
    this.kinds = new ServedKinds(client);
    this.worker = worker;
    this.settings = settings;
    watch(List::of);
  }

  /** Lets nobody wait for what the caches do not show. */
  private UnaryOperator<ChangeListener> watch(Supplier<List<ResourceDefinitionContext>> kinds) {
    if (memory.isEmpty()) {
      return listener -> listener;
    }
    SeenObjects seen = new SeenObjects(memory.get().hub(), client, kinds);
    time = new HubTime(memory.get().time(), seen);
    return seen::tell;
  }

  private List<ResourceDefinitionContext> shown() {
    return engine.stream()
        .flatMap(running -> running.caches().kinds().stream())
        .filter(kind -> !silent.contains(kind))
        .toList();
  }

  /** Lets the test go on though the caches do not see what becomes of a kind, or no more so. */
  void silent(ResourceDefinitionContext kind, boolean unseen) {
    if (unseen) {
      silent.add(kind);
    } else {
      silent.remove(kind);
    }
  }

  /** Returns the time of the hub. */
  public Instant now() {
    return time.now();
  }

  /** Waits until every watch is connected: until then no grace passes. */
  void attended() {
    Patience.await().until(() -> caches().watching());
  }

  /** Lets time pass. */
  public void advance(Duration span) {
    time.advance(span);
  }

  /** Lets time pass until this holds. */
  public void soon(ThrowingRunnable check) {
    time.soon(check);
  }

  /** Lets time pass, in which this holds all the time. */
  void stays(Duration span, ThrowingRunnable check) {
    time.stays(span, check);
  }

  /** Lets time pass until nothing is left to do. */
  public void quiet() {
    quiet(QUIET);
  }

  void quiet(Duration span) {
    time.quiet(span, this::idle);
  }

  public void start() {
    start(settings);
  }

  void start(TemplateSettings settings) {
    HubConnections connections = HubConnections.of(worker);
    TemplateRouter router = new TemplateRouter();
    ProcessTime passing = memory.<ProcessTime>map(Memory::time).orElse(ProcessTime.SYSTEM);
    KarmadaCaches caches =
        KarmadaCaches.start(connections, watch(this::shown).apply(router), passing);
    EventRecorder recorder =
        EventRecorder.to(said -> events.add(said.reason() + ": " + said.message()));
    TemplateController controller =
        new TemplateController(
            connections.requests(),
            caches,
            router,
            recorder,
            new byte[] {7},
            settings,
            new StagedRollouts(
                connections.requests(),
                caches,
                runs,
                recorder,
                NoticeRules.ofSpec(),
                new StagedSettings(
                    "open-cluster-management",
                    new AttemptSettings(
                        Duration.ofSeconds(10), Duration.ofSeconds(60), RolloutSettings.DEFAULTS),
                    Settings.DEFAULTS.removalGrace()),
                settings.view(),
                passing),
            passing);
    controller.start();
    engine = Optional.of(new Engine(connections, caches, recorder, controller));
  }

  public void stop() {
    engine.ifPresent(Engine::close);
    engine = Optional.empty();
    watch(List::of);
  }

  boolean running() {
    return engine.isPresent();
  }

  public boolean idle() {
    return engine.map(running -> running.controller().idle()).orElse(true);
  }

  KarmadaCaches caches() {
    return engine.orElseThrow().caches();
  }

  Optional<String> suspended() {
    return caches().karmada().problem();
  }

  /** Registers clusters that are not there yet. */
  public void clusters(List<String> names) {
    for (String name : names) {
      Map<String, Object> cluster =
          Map.of(
              "apiVersion",
              "cluster.open-cluster-management.io/v1",
              "kind",
              "ManagedCluster",
              "metadata",
              Map.of("name", name, "labels", Map.of("name", name)),
              "spec",
              Map.of("hubAcceptsClient", true));
      if (get(ResourceId.of(cluster)).isEmpty()) {
        apply(cluster);
      }
    }
  }

  /** Applies as kubectl does: what a former manifest had and this one has not is removed. */
  public void apply(Map<String, Object> object) {
    ResourceId id = ResourceId.of(object);
    Map<String, Object> former = applied.put(id, object);
    if (former == null || get(id).isEmpty()) {
      create(id, object);
      return;
    }
    Map<String, Object> patch = difference(former, object);
    if (!patch.isEmpty()) {
      patch(id, patch, "");
    }
  }

  private void create(ResourceId id, Map<String, Object> object) {
    GenericKubernetesResource resource =
        client
            .getKubernetesSerialization()
            .unmarshal(HubObjects.json(object), GenericKubernetesResource.class);
    (id.namespaced() ? of(id).inNamespace(id.namespace()) : of(id)).resource(resource).create();
  }

  private static Map<String, Object> difference(
      Map<String, Object> former, Map<String, Object> wanted) {
    Map<String, Object> patch = new LinkedHashMap<>();
    former.keySet().stream()
        .filter(key -> !wanted.containsKey(key))
        .forEach(key -> patch.put(key, null));
    wanted.forEach(
        (key, value) -> {
          if (value instanceof Map<?, ?> && former.get(key) instanceof Map<?, ?>) {
            Map<String, Object> inner = difference(map(former, key), map(value));
            if (!inner.isEmpty()) {
              patch.put(key, inner);
            }
          } else if (!Objects.equals(value, former.get(key))) {
            patch.put(key, value);
          }
        });
    return patch;
  }

  public void patch(ResourceId id, Map<String, Object> patch, String subresource) {
    PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
    String json = HubObjects.json(patch);
    if (subresource.isEmpty()) {
      at(id).patch(merge, json);
    } else {
      at(id).subresource(subresource).patch(merge, json);
    }
  }

  /** Writes an object as a whole, unless another has written it since it was read. */
  void update(ResourceId id, GenericKubernetesResource object) {
    (id.namespaced() ? of(id).inNamespace(id.namespace()) : of(id)).resource(object).update();
  }

  public void delete(ResourceId id) {
    applied.remove(id);
    at(id).delete();
  }

  /** Returns what was applied and not deleted: templates before policies. */
  public List<ResourceId> applied() {
    return applied.keySet().stream()
        .sorted(
            Comparator.comparing((ResourceId id) -> id.apiVersion().startsWith("policy.karmada.io"))
                .thenComparing(ResourceId::toString))
        .toList();
  }

  public Optional<GenericKubernetesResource> get(ResourceId id) {
    return Optional.ofNullable(at(id).get());
  }

  private Resource<GenericKubernetesResource> at(ResourceId id) {
    return id.namespaced()
        ? of(id).inNamespace(id.namespace()).withName(id.name())
        : of(id).withName(id.name());
  }

  private MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      of(ResourceId id) {
    ResourceDefinitionContext kind = kinds.find(id.apiVersion(), id.kind()).orElseThrow();
    return client.genericKubernetesResources(kind);
  }

  /** Returns the manifests of a template by cluster. */
  public Map<String, Map<String, Object>> manifests(ResourceId id) {
    Map<String, Map<String, Object>> manifests = new TreeMap<>();
    client.genericKubernetesResources(KarmadaKinds.WORK).inAnyNamespace().list().getItems().stream()
        .filter(work -> work.getMetadata().getDeletionTimestamp() == null)
        .forEach(
            work -> {
              Map<String, Object> manifest = WorkRenderer.manifest(HubObjects.part(work, "spec"));
              if (ResourceId.of(manifest).equals(id)) {
                manifests.put(
                    work.getMetadata()
                        .getNamespace()
                        .substring(KarmadaKeys.EXECUTION_NAMESPACE.length()),
                    manifest);
              }
            });
    return manifests;
  }

  /** Returns the Works, also those that are being deleted. */
  public List<GenericKubernetesResource> works() {
    return client.genericKubernetesResources(KarmadaKinds.WORK).inAnyNamespace().list().getItems();
  }

  public Optional<GenericKubernetesResource> binding(ResourceId id) {
    try {
      return get(
          new ResourceId(
              "work.karmada.io/v1alpha2",
              id.namespaced() ? "ResourceBinding" : "ClusterResourceBinding",
              id.namespace(),
              id.bindingName()));
    } catch (KubernetesClientException e) {
      throw new AssertionError("the binding of " + id + " cannot be read", e);
    }
  }

  /** Formats the claim keys of an object; empty when there are none. */
  static String claim(GenericKubernetesResource object) {
    Map<String, String> keys = new TreeMap<>();
    Map<String, Object> metadata = map(HubObjects.toTree(object), "metadata");
    strings(metadata, "labels").forEach(keys::put);
    strings(metadata, "annotations").forEach(keys::put);
    keys.keySet().removeIf(key -> !key.contains("propagationpolicy.karmada.io/"));
    return keys.isEmpty() ? "" : keys.toString();
  }

  /** Formats the claim keys that a policy must leave. */
  String claimOf(Map<String, Object> policy) {
    String name = text(policy, "name").orElseThrow();
    boolean clusterWide = policy.get("kind").equals("ClusterPropagationPolicy");
    ResourceId id =
        new ResourceId(
            "policy.karmada.io/v1alpha1",
            policy.get("kind").toString(),
            clusterWide ? "" : text(policy, "namespace").orElse("default"),
            name);
    String label = clusterWide ? KarmadaKeys.CLUSTER_POLICY_ID : KarmadaKeys.POLICY_ID;
    Map<String, String> keys = new TreeMap<>();
    keys.put(label, HubObjects.labels(get(id).orElseThrow()).get(label));
    if (clusterWide) {
      keys.put(KarmadaKeys.CLUSTER_POLICY_NAME, name);
    } else {
      keys.put(KarmadaKeys.POLICY_NAME, name);
      keys.put(KarmadaKeys.POLICY_NAMESPACE, id.namespace());
    }
    return keys.toString();
  }

  @Override
  public void close() {
    stop();
    client.close();
  }
}
