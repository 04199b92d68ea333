package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.view.ApprovalView;
import io.sluice.tools.request.ApprovalQuestion;
import io.sluice.tools.request.ApprovalVersion;
import io.sluice.tools.request.ApprovalWriter;
import java.net.HttpURLConnection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers what an approval would change, and approves, as {@code sluice approve} does. */
final class ApprovalApi {
  private final KubernetesClient client;

  ApprovalApi(KubernetesClient client) {
    this.client = requireNonNull(client, "client is null");
  }

  /**
   * Returns what an approval would change; writes nothing.
   *
   * @param group an empty name means the ungrouped clusters
   */
  ApiAnswer question(RolloutName name, String group) {
    return answer(
        name,
        group,
        () -> {
          ApprovalQuestion question = writer(name).question(named(group));
          Map<String, Object> tree = new LinkedHashMap<>();
          tree.put("title", "Approve " + question.title() + "?");
          tree.put("html", ApprovalView.of(question).html());
          question.version().ifPresent(version -> tree.put("version", version));
          return tree;
        });
  }

  /**
   * Approves a group with the rights of the person who started the dashboard.
   *
   * @param body {@code {"group": "prod", "versions": "this", "version": "v7"}}: the last is the one
   *     that the person saw
   */
  ApiAnswer approve(RolloutName name, String body) {
    Map<String, Object> request =
        HubObjects.parse(body, Map.class).map(JsonTree::map).orElse(Map.of());
    ApprovalVersion versions = versions(request);
    if (!(request.get("group") instanceof String group) || name.target().isEmpty()) {
      return ApiAnswer.failed(
          HttpURLConnection.HTTP_BAD_REQUEST,
          "Cannot approve: the request names no group of a rollout. Load the page again.");
    }
    Optional<String> expected =
        JsonTree.text(request, "version").filter(any -> versions != ApprovalVersion.ANY);
    return answer(
        name,
        group,
        () -> Map.of("message", writer(name).approve(named(group), versions, expected)));
  }

  private ApprovalWriter writer(RolloutName name) {
    return ApprovalWriter.of(client, name.target().orElseThrow());
  }

  private static ApprovalVersion versions(Map<String, Object> request) {
    return switch (JsonTree.text(request, "versions").orElse("").toUpperCase(Locale.ROOT)) {
      case "THIS" -> ApprovalVersion.THIS;
      case "ANY" -> ApprovalVersion.ANY;
      default -> ApprovalVersion.THIS_IF_NAMED;
    };
  }

  private static Optional<String> named(String group) {
    return Optional.of(group).filter(name -> !name.isEmpty());
  }

  private static ApiAnswer answer(
      RolloutName name, String group, Supplier<Map<String, Object>> answer) {
    if (name.target().isEmpty()) {
      return ApiAnswer.failed(
          HttpURLConnection.HTTP_NOT_FOUND,
          "Cannot approve a group of %s: it is the rollout of no policy and of no template."
              .formatted(name.title()));
    }
    try {
      return new ApiAnswer(HttpURLConnection.HTTP_OK, HubObjects.json(answer.get()));
    } catch (CliFailure e) {
      return ApiAnswer.failed(HttpURLConnection.HTTP_CONFLICT, e.getMessage());
    } catch (HubException | KubernetesClientException e) {
      return ApiAnswer.failed(
          "Cannot approve %s of %s"
              .formatted(
                  group.isEmpty() ? "the ungrouped clusters" : "group " + group, name.title()),
          e);
    }
  }
}
