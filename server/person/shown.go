package person

import "sync"

// maxShown bounds how many profiles a server keeps, each with its picture.
const maxShown = 500

// shown keeps profiles as their people saw them last, under the revision that they had. The database says the present revision for each
// request, so nobody is shown what has changed, whichever server changed it.
type shown struct {
	mu       sync.Mutex
	profiles map[string]shownProfile
}

type shownProfile struct {
	revision string
	Profile
}

// at is a profile as it is at a revision, if it is kept.
func (s *shown) at(id, revision string) (Profile, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, is := s.profiles[id]
	return kept.Profile, is && kept.revision == revision
}

func (s *shown) keep(id, revision string, p Profile) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.profiles == nil || len(s.profiles) >= maxShown {
		s.profiles = map[string]shownProfile{}
	}
	s.profiles[id] = shownProfile{revision, p}
}
