/**
 * The shell step that keeps one comment on a pull request up to date: that of action.yml. It reads DIRECTORY, GH_TOKEN, REPOSITORY and
 * NUMBER.
 */
export const GITHUB_COMMENT = String.raw`# The first line names the stack, so each stack has one comment. Somebody else's comment could begin with the same line, and its
# author could change the review.
MARKER=$(head -n 1 "$DIRECTORY/review.md")
export MARKER
id=$(gh api graphql --paginate -f owner="${"${REPOSITORY%%/*}"}" -f name="${"${REPOSITORY#*/}"}" -F number="$NUMBER" \
  -f query='query($owner: String!, $name: String!, $number: Int!, $endCursor: String) {
    repository(owner: $owner, name: $name) { pullRequest(number: $number) { comments(first: 100, after: $endCursor) {
      nodes { id body viewerDidAuthor } pageInfo { hasNextPage endCursor } } } } }' \
  --jq '.data.repository.pullRequest.comments.nodes[] | select(.viewerDidAuthor and (.body | startswith(env.MARKER))) | .id' |
  head -n 1)
if [ -n "$id" ]; then
  gh api graphql --silent -f id="$id" -F "body=@$DIRECTORY/review.md" \
    -f query='mutation($id: ID!, $body: String!) { updateIssueComment(input: { id: $id, body: $body }) { clientMutationId } }'
else
  gh api --silent --method POST "repos/$REPOSITORY/issues/$NUMBER/comments" --field "body=@$DIRECTORY/review.md"
fi
`;
