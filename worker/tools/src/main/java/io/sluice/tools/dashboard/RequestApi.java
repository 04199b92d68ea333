package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.view.RequestView;
import io.sluice.tools.request.ApprovalVersion;
import io.sluice.tools.request.RequestQuestion;
import io.sluice.tools.request.RolloutRequester;
import io.sluice.tools.request.SeenVersion;
import java.net.HttpURLConnection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Answers what a request would change, and asks for it, as the commands of Sluice do. */
final class RequestApi {
  private static final String APPROVE = "approve";

  private final KubernetesClient client;
  private final HubName hub;

  RequestApi(KubernetesClient client, HubName hub) {
    this.client = requireNonNull(client, "client is null");
    this.hub = requireNonNull(hub, "hub is null");
  }

  /**
   * Returns what a request would change; writes nothing.
   *
   * @param asked {@code {act: approve, group: prod}}, an empty group means the ungrouped clusters;
   *     {@code {act: skip, cluster: c1}}
   */
  ApiAnswer question(RolloutName name, Map<String, Object> asked) {
    return answer(
        name,
        asked,
        requester -> {
          RequestQuestion question =
              approves(asked)
                  ? requester.question(group(asked))
                  : requester.question(act(asked), cluster(asked));
          Map<String, Object> tree = new LinkedHashMap<>();
          tree.put("title", Wording.capital(question.title()) + "?");
          tree.put("html", RequestView.of(question).html());
          tree.put("button", approves(asked) ? "Approve" : act(asked).text());
          question.version().ifPresent(version -> tree.put("version", version));
          question.content().ifPresent(content -> tree.put("content", content));
          return tree;
        });
  }

  /**
   * Asks for it with the rights of the person who started the dashboard.
   *
   * @param body as for a question; an approval has {@code "versions": "this", "version": "v7"} and
   *     {@code "content": "41c2"}, of which the last two are what the person saw
   */
  ApiAnswer ask(RolloutName name, String body) {
    Map<String, Object> asked =
        HubObjects.parse(body, Map.class).map(JsonTree::map).orElse(Map.of());
    return answer(
        name,
        asked,
        requester ->
            Map.of(
                "message",
                approves(asked)
                    ? approve(requester, asked)
                    : requester.ask(act(asked), cluster(asked))));
  }

  private static String approve(RolloutRequester requester, Map<String, Object> asked) {
    ApprovalVersion versions = versions(asked);
    return requester.approve(
        group(asked),
        versions,
        new SeenVersion(
            JsonTree.text(asked, "version").filter(any -> versions != ApprovalVersion.ANY),
            JsonTree.text(asked, "content")),
        Optional.empty());
  }

  private static boolean approves(Map<String, Object> asked) {
    return APPROVE.equals(asked.get("act")) && asked.get("group") instanceof String;
  }

  private static RolloutRequester.Act act(Map<String, Object> asked) {
    return Stream.of(RolloutRequester.Act.values())
        .filter(act -> act.name().equalsIgnoreCase(JsonTree.text(asked, "act").orElse("")))
        .findFirst()
        .orElseThrow(
            () ->
                new CliFailure(
                    "Cannot ask that: the request names nothing that can be asked of a rollout."
                        + " Load the page again."));
  }

  private static String cluster(Map<String, Object> asked) {
    return JsonTree.text(asked, "cluster").orElse("");
  }

  private static Optional<String> group(Map<String, Object> asked) {
    return JsonTree.text(asked, "group").filter(name -> !name.isEmpty());
  }

  private static ApprovalVersion versions(Map<String, Object> asked) {
    return switch (JsonTree.text(asked, "versions").orElse("").toUpperCase(Locale.ROOT)) {
      case "THIS" -> ApprovalVersion.THIS;
      case "ANY" -> ApprovalVersion.ANY;
      default -> ApprovalVersion.THIS_IF_NAMED;
    };
  }

  private ApiAnswer answer(
      RolloutName name,
      Map<String, Object> asked,
      Function<RolloutRequester, Map<String, Object>> answer) {
    if (name.target().isEmpty()) {
      return ApiAnswer.failed(
          HttpURLConnection.HTTP_NOT_FOUND,
          "Cannot ask anything of %s: it is the rollout of no policy and of no template."
              .formatted(name.title()));
    }
    try {
      RolloutRequester requester = RolloutRequester.of(client, name.target().get(), hub);
      return new ApiAnswer(HttpURLConnection.HTTP_OK, HubObjects.json(answer.apply(requester)));
    } catch (CliFailure e) {
      return ApiAnswer.failed(HttpURLConnection.HTTP_CONFLICT, e.getMessage());
    } catch (HubException | KubernetesClientException e) {
      return ApiAnswer.failed("Cannot %s %s".formatted(doing(asked), name.title()), e);
    }
  }

  private static String doing(Map<String, Object> asked) {
    if (!approves(asked)) {
      return act(asked).text().toLowerCase(Locale.ROOT) + " in the rollout of";
    }
    return "approve %s of"
        .formatted(group(asked).map(group -> "group " + group).orElse("the ungrouped clusters"));
  }
}
