package io.sluice.tools.dashboard;

import io.sluice.tools.page.model.RolloutFilter;
import io.sluice.tools.page.model.RolloutName;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads and writes the paths of one rollout. */
final class ApiPaths {
  private static final Pattern ROLLOUT =
      Pattern.compile("/rollouts/([a-z0-9.-]{1,253})/([a-z0-9.-]{1,253})");
  static final String API = "/api";
  static final String REQUEST = "/request";

  private ApiPaths() {}

  /** Returns {@code /api/rollouts/policies/policy-web-tls}. */
  static String of(RolloutName name) {
    return API + "/rollouts/" + encoded(name.namespace()) + "/" + encoded(name.name());
  }

  /** Returns the rollout that a path without {@code /api} names. */
  static Optional<RolloutName> rollout(String path) {
    Matcher matcher = ROLLOUT.matcher(path);
    return matcher.matches()
        ? Optional.of(new RolloutName(matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  /** Returns the rollout that a path of requests names. */
  static Optional<RolloutName> requested(String path) {
    return rollout(path.substring(API.length(), path.length() - REQUEST.length()));
  }

  /** Returns a parameter of a query; empty without it. */
  static Optional<String> parameter(String query, String name) {
    return Stream.of((query == null ? "" : query).split("&"))
        .filter(part -> part.startsWith(name + "="))
        .map(part -> decoded(part.substring(name.length() + 1)))
        .findFirst();
  }

  /** Returns the filter that a query of a list writes. */
  static RolloutFilter filter(String query) {
    String page = parameter(query, "page").orElse("");
    return new RolloutFilter(
        parameter(query, "q").orElse(""),
        parameter(query, "namespace").orElse(""),
        parameter(query, "phase").orElse(""),
        parameter(query, "mine").isPresent(),
        page.matches("[0-9]{1,6}") ? Integer.parseInt(page) : 1);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
