package io.sluice.tools.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubClient;
import io.sluice.settings.LeaseSettings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.tools.cli.CommandRun;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Holds a hub with policies and Rollout objects as a worker leaves them, without a worker. */
public final class RolloutsHub implements AutoCloseable {
  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());

  /** A worker leads there, by its Lease. */
  public RolloutsHub() {
    namespace(LeaseSettings.NAMESPACE);
    lease(Instant.now());
  }

  /** The worker that has led has not renewed its Lease for hours. */
  public void loseLeader() {
    client.leases().inNamespace(LeaseSettings.NAMESPACE).withName(LeaseSettings.NAME).delete();
    lease(Instant.now().minus(Duration.ofHours(3)));
  }

  private void lease(Instant renewed) {
    create(
        """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {name: %s, namespace: %s}
        spec: {holderIdentity: worker-1, leaseDurationSeconds: 3600, renewTime: "%s"}
        """
            .formatted(
                LeaseSettings.NAME,
                LeaseSettings.NAMESPACE,
                renewed.truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ".000000Z")));
  }

  /** Creates a namespace. */
  public void namespace(String name) {
    create("apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}".formatted(name));
  }

  /** Creates a policy. */
  public void cluster(String name) {
    create(
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: %s}
        spec: {hubAcceptsClient: true}
        """
            .formatted(name));
  }

  public void policy(String namespace, String name, String spec) {
    create(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: %s, namespace: %s}
        spec: {%s}
        """
            .formatted(name, namespace, spec));
  }

  /** Changes the spec of a policy, which raises its generation. */
  public void edit(String namespace, String name, String spec) {
    client
        .genericKubernetesResources("policy.open-cluster-management.io/v1", "Policy")
        .inNamespace(namespace)
        .withName(name)
        .edit(
            policy -> {
              policy.setAdditionalProperty("spec", tree("spec: {" + spec + "}").get("spec"));
              return policy;
            });
  }

  /** Creates a Rollout object with a status; its name is that of the object. */
  public void rollout(String namespace, String name, String status) {
    create(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: %s, namespace: %s}
        spec: {}
        """
            .formatted(name, namespace));
    status(namespace, name, status);
  }

  /** Writes the status of a Rollout object, as a worker does. */
  public void status(String namespace, String name, String status) {
    GenericKubernetesResource rollout = rollout(namespace, name);
    rollout.setAdditionalProperty("status", tree(status));
    client.resource(rollout).updateStatus();
  }

  /** Writes the spec of a Rollout object, as a person does. */
  public void spec(String namespace, String name, String spec) {
    GenericKubernetesResource rollout = rollout(namespace, name);
    rollout.setAdditionalProperty("spec", tree(spec));
    client.resource(rollout).update();
  }

  /** Gives a Rollout object this finalizer. */
  public void finalizer(String namespace, String name, String finalizer) {
    GenericKubernetesResource rollout = rollout(namespace, name);
    rollout.getMetadata().setFinalizers(List.of(finalizer));
    client.resource(rollout).update();
  }

  /** Deletes a Rollout object. */
  public void delete(String namespace, String name) {
    client.resource(rollout(namespace, name)).delete();
  }

  /** Deletes a policy. */
  public void deletePolicy(String namespace, String name) {
    client
        .genericKubernetesResources("policy.open-cluster-management.io/v1", "Policy")
        .inNamespace(namespace)
        .withName(name)
        .delete();
  }

  private GenericKubernetesResource rollout(String namespace, String name) {
    return client
        .genericKubernetesResources("cluster.open-cluster-management.io/v1beta1", "Rollout")
        .inNamespace(namespace)
        .withName(name)
        .get();
  }

  private static Map<?, ?> tree(String yaml) {
    return Serialization.unmarshal(yaml, Map.class);
  }

  private void create(String yaml) {
    client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class)).create();
  }

  /** Returns the server, for faults. */
  public EmbeddedHub server() {
    return server;
  }

  /** Runs a command on this hub. */
  public CommandRun run(String... args) {
    return CommandRun.of(arguments(args));
  }

  /** Returns the arguments with those that name this hub. */
  public String[] arguments(String... args) {
    String[] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--hub";
    all[args.length + 1] = server.url();
    return all;
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }

  /** Returns its address. */
  public String url() {
    return server.url();
  }
}
