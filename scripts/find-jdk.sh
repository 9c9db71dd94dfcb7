# Sourced by the shell scripts of this project: `find_jdk` sets `jdk` to the home of a JDK 25 or newer,
# or prints what to install and returns 2. Reads the JDK's `release` file, so it starts no JVM.

# Succeeds if $1 is the home of a JDK 25 or newer.
is_recent_jdk() {
  local key value
  [ -x "$1/bin/javac" ] && [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  while IFS='=' read -r key value; do
    if [ "$key" = JAVA_VERSION ]; then
      value=${value//\"/}
      value=${value%%[!0-9]*}
      [ "${value:-0}" -ge 25 ]
      return
    fi
  done < "$1/release"
  return 1
}

find_jdk() {
  local java home
  if [ -n "${JAVA_HOME:-}" ] && is_recent_jdk "$JAVA_HOME"; then
    jdk=$JAVA_HOME
    return 0
  fi
  if java=$(command -v java); then
    java=$(readlink -f "$java" 2>/dev/null || echo "$java")
    home=${java%/bin/java}
    # A version manager's stand-in for java has no release file beside it: ask it.
    [ -r "$home/release" ] ||
      home=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
    if is_recent_jdk "$home"; then
      jdk=$home
      return 0
    fi
  fi
  for home in /usr/lib/jvm/* /opt/* /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    {/opt/homebrew,/usr/local}/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/*; do
    if is_recent_jdk "$home"; then
      jdk=$home
      return 0
    fi
  done
  echo "${0##*/}: needs JDK 25 or newer and found none: install Temurin JDK 25 (https://adoptium.net) or set JAVA_HOME to one." >&2
  return 2
}
