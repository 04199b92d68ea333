package io.sluice.hub.http;

import java.util.regex.Pattern;

/** Checks names of settings that become part of a path of the API: they must stay one segment. */
public final class ObjectNames {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9._:]*[A-Za-z0-9])?");
  private static final Pattern VERSION = Pattern.compile("([a-z0-9][-a-z0-9.]*/)?v[a-z0-9]+");

  private ObjectNames() {}

  /** Returns the name of an object, or of a kind. */
  public static String checked(String name) {
    return matching(NAME, "name", name);
  }

  /** Returns the version of an API. */
  public static String version(String apiVersion) {
    return matching(VERSION, "apiVersion", apiVersion);
  }

  private static String matching(Pattern pattern, String what, String text) {
    if (!pattern.matcher(text).matches() || text.contains("..")) {
      throw new NoAnswerException("%s is no %s of an object".formatted(text, what));
    }
    return text;
  }
}
