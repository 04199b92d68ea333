package io.sluice.simulator.api;

import static io.sluice.simulator.SimulatorPatience.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.sluice.simulator.SimulatorPatience;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;

/** Reaches the server under test: the embedded one, or the one of a kubeconfig. */
final class ContractTarget {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ContractTarget INSTANCE = new ContractTarget();

  private final boolean embedded;
  private final KubernetesClient client;

  private ContractTarget() {
    String kubeconfig = kubeconfig();
    embedded = kubeconfig.isEmpty();
    client =
        embedded
            ? client(EmbeddedHub.start(0).url())
            : client(Config.fromKubeconfig(new File(kubeconfig)));
    if (!embedded) {
      ResourceKind.ALL.stream().filter(ResourceKind::custom).forEach(this::define);
    }
  }

  /** Empty unless a real server was asked for: a KUBECONFIG alone does not ask. */
  private static String kubeconfig() {
    boolean real = System.getProperty("sluice.contract", "").equals("real");
    String named = System.getProperty("sluice.contract.kubeconfig", "");
    String ambient = real ? System.getenv().getOrDefault("KUBECONFIG", "") : "";
    if (real && named.isEmpty() && ambient.isEmpty()) {
      throw new IllegalStateException(
          "Cannot run the contract against a real server: none is named. Set KUBECONFIG, or"
              + " -Dsluice.contract.kubeconfig=FILE.");
    }
    return named.isEmpty() ? ambient : named;
  }

  static ContractTarget get() {
    return INSTANCE;
  }

  static KubernetesClient client(String url) {
    return client(new ConfigBuilder(Config.empty()).withMasterUrl(url).build());
  }

  private static KubernetesClient client(Config server) {
    Config config =
        new ConfigBuilder(server).withRequestRetryBackoffLimit(0).withNoProxy("127.0.0.1").build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  boolean embedded() {
    return embedded;
  }

  KubernetesClient client() {
    return client;
  }

  private void define(ResourceKind kind) {
    ObjectNode crd =
        (ObjectNode)
            json(
                """
                {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
                 "metadata": {"name": "%s"},
                 "spec": {"group": "%s", "scope": "%s",
                  "names": {"plural": "%s", "singular": "%s", "kind": "%s", "listKind": "%sList"},
                  "versions": [{"name": "%s", "served": true, "storage": true,
                   "subresources": {"status": {}},
                   "schema": {"openAPIV3Schema": {
                    "type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}
                """
                    .formatted(
                        kind.plural() + "." + kind.group(),
                        kind.group(),
                        kind.namespaced() ? "Namespaced" : "Cluster",
                        kind.plural(),
                        kind.name().toLowerCase(),
                        kind.name(),
                        kind.name(),
                        kind.apiVersion().split("/")[1]));
    String all = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    send("POST", all, "application/json", crd.toString());
    String list = "/apis/" + kind.apiVersion() + "/" + kind.plural();
    await().until(() -> send("GET", list, "", "").code() == 200);
  }

  /** One request and its answer, as they are: no retries, no translation. */
  Reply send(String method, String path, String mediaType, String body) {
    HttpRequest.Builder request = client.getHttpClient().newHttpRequestBuilder().uri(url(path));
    request =
        body.isEmpty()
            ? request.method(method, null, null)
            : request.method(method, mediaType, body);
    try {
      HttpResponse<String> response =
          client
              .getHttpClient()
              .sendAsync(request.build(), String.class)
              .get(SimulatorPatience.MOST.toSeconds(), TimeUnit.SECONDS);
      return new Reply(response.code(), response.header("Content-Type"), response.body());
    } catch (Exception e) {
      throw new IllegalStateException(method + " " + path, e);
    }
  }

  /** The lines of a watch. */
  InputStream stream(String path) {
    HttpRequest request = client.getHttpClient().newHttpRequestBuilder().uri(url(path)).build();
    try {
      return client
          .getHttpClient()
          .sendAsync(request, InputStream.class)
          .get(SimulatorPatience.MOST.toSeconds(), TimeUnit.SECONDS)
          .body();
    } catch (Exception e) {
      throw new IllegalStateException(path, e);
    }
  }

  private String url(String path) {
    return client.getMasterUrl().toString().replaceAll("/$", "") + path;
  }

  static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException e) {
      throw new IllegalStateException(text, e);
    }
  }

  /** What came back. */
  record Reply(int code, String mediaType, String text) {
    JsonNode json() {
      return ContractTarget.json(text);
    }

    String reason() {
      return json().path("reason").asText();
    }
  }
}
