package io.sluice.simulator.propagator;

import static io.sluice.simulator.SimulatorPatience.await;
import static java.net.HttpURLConnection.HTTP_CONFLICT;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.tree.ObjectTree;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;

/** Holds a hub in memory, and the propagators that a test starts on it. */
final class PropagatorFixture implements AutoCloseable {
  final EmbeddedHub hub = EmbeddedHub.start(0);
  final KubernetesClient client = connect(hub.url());
  private Optional<Propagator> propagator = Optional.empty();

  private static KubernetesClient connect(String url) {
    return connect(new ConfigBuilder(Config.empty()).withMasterUrl(url));
  }

  private static KubernetesClient connect(ConfigBuilder config) {
    return new KubernetesClientBuilder()
        .withConfig(config.withRequestRetryBackoffLimit(0).withRequestTimeout(5000).build())
        .build();
  }

  /** Connects as another user; the caller closes it. */
  KubernetesClient as(String user) {
    return connect(
        new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).withImpersonateUsername(user));
  }

  /** Waits until a condition holds. */
  static void soon(ThrowingRunnable assertion) {
    await().untilAsserted(assertion);
  }

  Propagator start() {
    return start(PropagatorOptions.DEFAULTS);
  }

  Propagator start(PropagatorOptions options) {
    propagator = Optional.of(Propagator.start(client, options));
    return propagator.get();
  }

  void stop() {
    propagator.ifPresent(Propagator::release);
    propagator = Optional.empty();
  }

  /** Starts a propagator and waits until it has done all that there is to do. */
  void settle() {
    Propagator started = start();
    await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).until(started::idle);
  }

  void namespace(String name) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .createOr(existing -> null);
  }

  void clusters(String... names) {
    for (String name : names) {
      namespace(name);
      create(PropagatorKinds.MANAGED_CLUSTER, null, name, Map.of("spec", Map.of()));
    }
  }

  void create(
      ResourceDefinitionContext kind, String namespace, String name, Map<String, Object> fields) {
    create(kind, namespace, name, Map.of(), fields);
  }

  void create(
      ResourceDefinitionContext kind,
      String namespace,
      String name,
      Map<String, String> labels,
      Map<String, Object> fields) {
    GenericKubernetesResource object = new GenericKubernetesResource();
    object.setApiVersion(PropagatorKinds.apiVersion(kind));
    object.setKind(kind.getKind());
    object.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace).withName(name).withLabels(labels).build());
    object.setAdditionalProperties(fields);
    if (namespace == null) {
      client.genericKubernetesResources(kind).resource(object).create();
      return;
    }
    namespace(namespace);
    Resource<GenericKubernetesResource> resource =
        client.genericKubernetesResources(kind).inNamespace(namespace).resource(object);
    GenericKubernetesResource made = resource.create();
    if (fields.containsKey("status")) {
      made.setAdditionalProperty("status", fields.get("status"));
      client.genericKubernetesResources(kind).inNamespace(namespace).resource(made).updateStatus();
    }
  }

  void policy(String namespace, String name, Map<String, Object> spec) {
    create(PropagatorKinds.POLICY, namespace, name, Map.of("spec", spec));
  }

  /** Creates a Placement with one page of decisions. */
  void placement(String namespace, String name, Collection<String> clusters) {
    create(PropagatorKinds.PLACEMENT, namespace, name, Map.of("spec", Map.of()));
    create(
        PropagatorKinds.DECISION,
        namespace,
        name + "-decision-1",
        Map.of("cluster.open-cluster-management.io/placement", name),
        Map.of("status", decisions(clusters)));
  }

  static Map<String, Object> decisions(Collection<String> clusters) {
    return Map.of(
        "decisions", clusters.stream().map(cluster -> Map.of("clusterName", cluster)).toList());
  }

  /** Replaces the decisions of a Placement. */
  void decide(String namespace, String placement, String... clusters) {
    editStatus(
        PropagatorKinds.DECISION,
        namespace,
        placement + "-decision-1",
        decisions(List.of(clusters)));
  }

  void editStatus(
      ResourceDefinitionContext kind, String namespace, String name, Map<String, Object> status) {
    client
        .genericKubernetesResources(kind)
        .inNamespace(namespace)
        .withName(name)
        .editStatus(
            object -> {
              object.setAdditionalProperty("status", status);
              return object;
            });
  }

  /** Binds a policy to a Placement. */
  void bind(String namespace, String binding, String policy, String placement, boolean enforce) {
    Map<String, Object> fields = new HashMap<>();
    fields.put(
        "placementRef",
        Map.of("apiGroup", PropagatorKinds.CLUSTER_GROUP, "kind", "Placement", "name", placement));
    fields.put(
        "subjects",
        List.of(
            Map.of("apiGroup", PropagatorKinds.POLICY_GROUP, "kind", "Policy", "name", policy)));
    if (enforce) {
      fields.put("bindingOverrides", Map.of("remediationAction", "enforce"));
      fields.put("subFilter", "restricted");
    }
    create(PropagatorKinds.BINDING, namespace, binding, fields);
  }

  Resource<GenericKubernetesResource> at(
      ResourceDefinitionContext kind, String namespace, String name) {
    return client.genericKubernetesResources(kind).inNamespace(namespace).withName(name);
  }

  Optional<GenericKubernetesResource> policy(String namespace, String name) {
    return Optional.ofNullable(at(PropagatorKinds.POLICY, namespace, name).get());
  }

  /** Changes a policy, again when the propagator has just written its status. */
  void edit(String namespace, String name, UnaryOperator<GenericKubernetesResource> change) {
    edit(client, namespace, name, change);
  }

  /** Does the same as another user. */
  static void edit(
      KubernetesClient client,
      String namespace,
      String name,
      UnaryOperator<GenericKubernetesResource> change) {
    await()
        .ignoreExceptionsMatching(
            failure ->
                failure instanceof KubernetesClientException refused
                    && refused.getCode() == HTTP_CONFLICT)
        .until(
            () ->
                client
                    .genericKubernetesResources(PropagatorKinds.POLICY)
                    .inNamespace(namespace)
                    .withName(name)
                    .edit(change),
            Objects::nonNull);
  }

  /** Replaces one field of a policy's spec. */
  void editSpec(String namespace, String name, String field, Object value) {
    edit(
        namespace,
        name,
        policy -> {
          Map<String, Object> spec = new LinkedHashMap<>(PolicyObject.spec(policy));
          spec.put(field, value);
          policy.setAdditionalProperty("spec", spec);
          return policy;
        });
  }

  /** Returns the action of a replica; empty when there is no replica. */
  String action(String cluster, String replica) {
    return policy(cluster, replica)
        .map(found -> ObjectTree.text(PolicyObject.spec(found).get("remediationAction")))
        .orElse("");
  }

  /** Returns the writes of replicas' content that succeeded, as {@code <verb> <cluster>}. */
  Stream<String> contentWrites(String replica) {
    return hub.writes().stream()
        .filter(write -> write.resource().equals("policies") && write.subresource().isEmpty())
        .filter(write -> write.succeeded() && write.name().equals(replica))
        .map(write -> write.verb() + " " + write.namespace());
  }

  @Override
  public void close() {
    propagator.ifPresent(Propagator::close);
    client.close();
    hub.close();
  }
}
