package io.sluice.hub.informer;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.hub.replica.ReplicaStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads the lists of a large hub page by page, as an informer does, and keeps what it keeps: a
 * program for {@link LargeHubTest}, which limits its heap.
 */
final class LargeHub {
  private static final int PAGE = 500;

  private LargeHub() {}

  /**
   * Reads {@code clusters} or {@code replicas}, so many, {@code whole} or {@code reduced}; the
   * replicas with so many reports on each template.
   */
  public static void main(String[] arguments) {
    int objects = Integer.parseInt(arguments[1]);
    Reader reader = arguments[2].equals("whole") ? LargeHub::whole : reduced();
    if (arguments[0].equals("clusters")) {
      List<GenericKubernetesResource> kept = new ArrayList<>();
      for (int from = 0; from < objects; from += PAGE) {
        kept.addAll(page(reader, from, LargeHub::cluster));
      }
      System.out.println("kept " + kept.size());
    } else {
      ReplicaStore kept = new ReplicaStore();
      int reports = Integer.parseInt(arguments[3]);
      for (int from = 0; from < objects; from += PAGE) {
        page(reader, from, index -> replica(index, reports))
            .forEach(each -> kept.put(kept.getKey(each), each));
      }
      System.out.println("kept " + kept.size());
    }
  }

  private static List<GenericKubernetesResource> page(
      Reader reader, int from, IntFunction<String> object) {
    String items =
        IntStream.range(from, from + PAGE).mapToObj(object).collect(Collectors.joining(","));
    String json =
        "{\"kind\": \"List\", \"apiVersion\": \"v1\", \"metadata\": {}, \"items\": [%s]}"
            .formatted(items);
    return reader.read(json.getBytes(StandardCharsets.UTF_8));
  }

  private interface Reader {
    List<GenericKubernetesResource> read(byte[] page);
  }

  private static List<GenericKubernetesResource> whole(byte[] page) {
    return new KubernetesSerialization()
        .unmarshal(new ByteArrayInputStream(page), GenericKubernetesResourceList.class)
        .getItems();
  }

  private static Reader reduced() {
    ObjectParser parser = new ObjectParser();
    return page -> {
      List<GenericKubernetesResource> items = new ArrayList<>();
      try {
        new ListText(object -> items.add(parser.object(object))).read(page);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return items;
    };
  }

  private static String meta(String namespace, String name, int index, String label) {
    return """
        "metadata": {"creationTimestamp": "2026-01-01T00:00:00Z", "generation": 1,
          "labels": {"cloud": "Amazon", "vendor": "OpenShift", "region": "eu-west-1", %s},
          "managedFields": [{"apiVersion": "v1", "fieldsType": "FieldsV1", "manager": "any", "operation": "Update", "time": "2026-01-01T00:00:00Z", "fieldsV1": {%s}}],
          "name": "%s", "namespace": "%s", "resourceVersion": "%d", "uid": "0d7d3c8e-7a34-4a1b-9f5b-%012d"}"""
        .formatted(
            label,
            IntStream.range(0, 40)
                .mapToObj(i -> "\"f:field-%d\": {\"f:part\": {}}".formatted(i))
                .collect(Collectors.joining(",")),
            name,
            namespace,
            index,
            index);
  }

  private static String cluster(int index) {
    String name = "cluster-%05d".formatted(index);
    return """
        {"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster", %s,
         "spec": {"hubAcceptsClient": true, "leaseDurationSeconds": 60},
         "status": {"clusterClaims": [%s], "conditions": [%s],
           "capacity": {"cpu": "24", "memory": "98304Mi", "pods": "750", "ephemeral-storage": "314572800Ki"},
           "allocatable": {"cpu": "22500m", "memory": "94304Mi", "pods": "750", "ephemeral-storage": "289910292480"}}}"""
        .formatted(
            meta("", name, index, "\"name\": \"%s\"".formatted(name)),
            IntStream.range(0, 12)
                .mapToObj(
                    i -> "{\"name\": \"claim-%d\", \"value\": \"%s-%d\"}".formatted(i, name, i))
                .collect(Collectors.joining(",")),
            IntStream.range(0, 5)
                .mapToObj(
                    i ->
                        "{\"type\": \"type-%d\", \"status\": \"True\", \"reason\": \"reason-%d\", \"message\": \"the cluster is fine\", \"lastTransitionTime\": \"2026-01-01T00:00:00Z\"}"
                            .formatted(i, i))
                .collect(Collectors.joining(",")));
  }

  /** Each report is an event of its own. */
  private static String history(String name, int template, int replica, int reports) {
    return IntStream.range(0, reports)
        .mapToObj(
            report ->
                "{\"eventName\": \"%s.17d%02x%03x%08x\", \"lastTimestamp\": \"2026-01-01T00:00:00Z\", \"message\": \"Compliant; all is as it should be\"}"
                    .formatted(name, template, report, replica))
        .collect(Collectors.joining(","));
  }

  private static String replica(int index, int reports) {
    String cluster = "cluster-%05d".formatted(index / 50);
    String name = "policies.policy-%d".formatted(index % 50);
    String templates =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    "{\"objectDefinition\": {\"apiVersion\": \"policy.open-cluster-management.io/v1\", \"kind\": \"ConfigurationPolicy\", \"metadata\": {\"name\": \"%s-%d\"}, \"spec\": {\"text\": \"%s\"}}}"
                        .formatted(name, i, "x".repeat(800)))
            .collect(Collectors.joining(","));
    String details =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    "{\"compliant\": \"Compliant\", \"templateMeta\": {\"name\": \"%s-%d\"}, \"history\": [%s]}"
                        .formatted(name, i, history(name, i, index, reports)))
            .collect(Collectors.joining(","));
    return """
        {"apiVersion": "policy.open-cluster-management.io/v1", "kind": "Policy", %s,
         "spec": {"disabled": false, "remediationAction": "enforce", "policy-templates": [%s]},
         "status": {"compliant": "Compliant", "details": [%s]}}"""
        .formatted(
            meta(
                cluster,
                name,
                index,
                "\"policy.open-cluster-management.io/root-policy\": \"%s\"".formatted(name)),
            templates,
            details);
  }
}
